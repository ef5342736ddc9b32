"""The log in a transcript checked: one chain, and the same game as the rest of the text tells."""

from gridwright.fair.chain import CHANGED, OPENED, REVEALED, contributions, digests
from gridwright.fair.lines import TranscriptError
from gridwright.fair.transcript import Transcript, format_transcript


def verify_chain(transcript: Transcript) -> int:
    """The number of entries, 0 without a log; TranscriptError if the log contradicts the text."""
    closing = transcript.closing
    if closing is None or not closing.log:
        return 0
    log = closing.log
    last_line = format_transcript(transcript).count("\n") - 1
    if digests(transcript.game_id, log)[-1] != closing.chain:
        raise TranscriptError(last_line, "expected the digest of the last entry")
    promised = [entry.fact for entry in log if entry.kind in (OPENED, CHANGED)]
    if not promised or promised[-1] != transcript.commitment.hex():
        raise TranscriptError(transcript.log_line, "expected the commitment of this game")
    given = {seat: given.hex() for seat, given in transcript.contributions}
    if contributions(log) != given:
        raise TranscriptError(transcript.log_line, "expected the contributions of this game")
    if log[-1].kind != REVEALED or log[-1].fact != closing.seed.hex():
        raise TranscriptError(last_line - 1, "expected an entry that shows the seed")
    return len(log)
