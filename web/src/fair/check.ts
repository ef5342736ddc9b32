// Checks in this browser that a finished game was dealt as committed to before it began.
//
// Whether every move was legal is not checked here: for that, `gridwright verify` replays the game. Every random
// outcome is derived again, from the published seed alone.

import { endCities } from '../game/endCities';
import { fold } from '../game/fold.js';
import { OVER, SPECTATOR } from '../game/ids.js';
import { type RulesSheet, type TableFacts, factsOf, openingFor } from '../game/sheet.js';
import type { Event, HappenedFrame, Observation } from '../protocol/api.js';
import { ascii, sha256, toHex } from './bytes.js';
import { canonical } from './canonical.js';
import { contributionsOf, digests } from './chain.js';
import { Keys, commitment } from './protocol.js';
import type { Receipt } from './receipt.js';
import { type Finding, checkKept, checkOwn, checkPromise } from './receiptCheck.js';
import { Redeal, couldGoUnder, matchesLog } from './redeal.js';
import { type Closing, type Mark, type Move, type Transcript, TranscriptError, parseTranscript } from './transcript.js';

export const STEPS = [
    'form',
    'rules',
    'promise',
    'own',
    'contributions',
    'commitment',
    'log',
    'chain',
    'kept',
    'chance',
    'result',
    'seal',
] as const;

/** Steps that need receipts of this browser. */
const KEPT: readonly StepName[] = ['promise', 'own', 'kept'];
/** Steps skipped for games that were recorded without a log. */
const NO_LOG = ['fair.chain.none', 'fair.kept.none'];

export type StepName = (typeof STEPS)[number];
export type Outcome = 'ok' | 'failed' | 'skipped';

/** One check. `fair.<name>.title` is its title, `key` its result. */
export interface Step {
    name: StepName;
    outcome: Outcome;
    key: string;
    values: Record<string, string | number>;
}

export interface Report {
    steps: Step[];
    /** True if every check passed, including those against this browser's receipts. */
    isFair: boolean;
    /** True if every check that needs no receipt passed and none failed; without receipts nothing else can be proved. */
    addsUp: boolean;
    commit: string;
    seed: string;
    milliseconds: number;
}

export interface Checked {
    transcript: string;
    sheet: RulesSheet;
    /** The whole log as this page received it. */
    log: readonly Pick<HappenedFrame, 'lines' | 'events'>[];
    /** Receipts of this browser for the viewer. */
    receipt: Receipt;
}

export async function checkGame(checked: Checked): Promise<Report> {
    const begun = performance.now();
    const audit = new Audit();
    let transcript: Transcript | null = null;
    try {
        transcript = parseTranscript(checked.transcript);
        audit.passed('form', { count: transcript.body.length });
    } catch (error) {
        if (!(error instanceof TranscriptError)) throw error;
        audit.failed('form', 'fair.form.failed', { line: error.line });
    }
    if (transcript) await checkTranscript(audit, transcript, checked);
    const steps = audit.steps();
    return {
        steps,
        isFair: steps.every((step) => step.outcome === 'ok' || NO_LOG.includes(step.key)),
        addsUp: steps.every(
            ({ name, outcome, key }) =>
                outcome === 'ok' || (outcome === 'skipped' && (KEPT.includes(name) || NO_LOG.includes(key))),
        ),
        commit: transcript?.commit ?? '',
        seed: transcript?.closing?.seed ?? '',
        milliseconds: performance.now() - begun,
    };
}

class Audit {
    readonly #found = new Map<StepName, Step>();

    passed(name: StepName, values: Step['values'] = {}, key = `fair.${name}.ok`): void {
        this.#found.set(name, { name, outcome: 'ok', key, values });
    }

    failed(name: StepName, key: string, values: Step['values'] = {}): void {
        this.#found.set(name, { name, outcome: 'failed', key, values });
    }

    skipped(name: StepName, key: string): void {
        this.#found.set(name, { name, outcome: 'skipped', key, values: {} });
    }

    found(name: StepName, finding: Finding): void {
        this.#found.set(name, { name, ...finding });
    }

    steps(): Step[] {
        return STEPS.map(
            (name) => this.#found.get(name) ?? { name, outcome: 'skipped', key: 'fair.not_reached', values: {} },
        );
    }
}

async function checkTranscript(audit: Audit, transcript: Transcript, checked: Checked): Promise<void> {
    const isSheet = await checkRules(audit, transcript, checked.sheet);
    checkPromises(audit, transcript, checked);
    const closing = transcript.closing;
    if (!closing) {
        for (const name of ['commitment', 'chain', 'kept', 'chance', 'result', 'seal'] as const)
            audit.skipped(name, 'fair.no_seed');
        return;
    }
    const promise = await commitment(transcript.gameId, transcript.rules, closing.seed);
    if (promise === transcript.commit) audit.passed('commitment');
    else audit.failed('commitment', 'fair.commitment.failed');
    const seal = toHex(await sha256(ascii(transcript.unsealed)));
    if (seal === closing.seal) audit.passed('seal');
    else audit.failed('seal', 'fair.seal.failed');
    await checkChain(audit, transcript, closing);
    audit.found('kept', await checkKept(checked.receipt, transcript));
    if (isSheet) await checkPlay(audit, transcript, checked);
}

/** Check that the rules of the deal are those of the commitment. */
async function checkRules(audit: Audit, transcript: Transcript, sheet: RulesSheet): Promise<boolean> {
    const { spec, rules } = sheet;
    const identity = toHex(await sha256(ascii(canonical({ rules, spec }))));
    const holds = identity === transcript.rules && canonical(spec) === transcript.table;
    if (holds) audit.passed('rules');
    else audit.failed('rules', 'fair.rules.failed');
    return holds;
}

function checkPromises(audit: Audit, transcript: Transcript, { receipt }: Checked): void {
    audit.found('promise', checkPromise(receipt, transcript));
    audit.found('own', checkOwn(receipt, transcript));
    const count = transcript.contributions.length;
    // Bots contribute nothing; the number of contributions is reported as it is.
    const form = count === transcript.seats ? 'ok' : count > 0 ? 'some' : 'none';
    audit.passed('contributions', { count, seats: transcript.seats }, `fair.contributions.${form}`);
}

/** The log is one chain and matches the rest of the text. */
async function checkChain(audit: Audit, transcript: Transcript, { log, chain, seed }: Closing): Promise<void> {
    if (log.length === 0) {
        audit.skipped('chain', 'fair.chain.none');
        return;
    }
    const promised = log.filter(({ kind }) => kind === 'opened' || kind === 'table_changed').at(-1)?.fact;
    const given = contributionsOf(log);
    const last = log.at(-1)!;
    const holds =
        (await digests(transcript.gameId, log)).at(-1) === chain &&
        promised === transcript.commit &&
        given.size === transcript.contributions.length &&
        transcript.contributions.every(([seat, digits]) => given.get(seat) === digits) &&
        last.kind === 'revealed' &&
        last.fact === seed;
    if (holds) audit.passed('chain', { count: log.length });
    else audit.failed('chain', 'fair.chain.failed');
}

/** One line with the events that followed from it. */
interface LoggedLine {
    line: string;
    events: Event[];
}

/** Null if a line does not end with the next actor, so that the log is not of this game. */
function loggedLines(log: Checked['log']): LoggedLine[] | null {
    const told: LoggedLine[] = [];
    for (const { lines, events } of log) {
        const groups: Event[][] = [];
        let open: Event[] = [];
        for (const event of events) {
            open.push(event);
            if (event.event === 'turn_passed') {
                groups.push(open);
                open = [];
            }
        }
        if (open.length > 0 || groups.length !== lines.length) return null;
        lines.forEach((line, place) => told.push({ line, events: groups[place]! }));
    }
    return told;
}

async function checkPlay(audit: Audit, transcript: Transcript, checked: Checked): Promise<void> {
    const closing = transcript.closing!;
    const facts = factsOf(checked.sheet);
    const told = loggedLines(checked.log);
    if (!told) {
        audit.failed('log', 'fair.log.broken');
        return;
    }
    const keys = new Keys(closing.seed, transcript.gameId, transcript.contributions);
    const given = checked.sheet.spec.begins ?? [];
    const walk = new Walk(facts, new Redeal(facts, keys), told, given);
    for (const entry of transcript.body) {
        await walk.take(entry);
        if (walk.strange !== null && walk.dealtWrong !== null) break;
    }
    walk.finish(transcript.body.at(-1)?.line ?? 0);
    if (walk.strange === null) audit.passed('log', { count: told.length });
    else audit.failed('log', 'fair.log.failed', { line: walk.strange });
    if (walk.dealtWrong === null && walk.strange === null) audit.passed('chance', { count: walk.nDealt });
    else if (walk.dealtWrong !== null) audit.failed('chance', 'fair.chance.failed', walk.dealtWrong);
    if (walk.strange === null) checkResult(audit, facts, walk.seen, closing);
}

/** Compares the transcript with the log line by line, and both with the outcomes that the seed gives. */
class Walk {
    seen: Observation;
    nDealt = 0;
    /** The first line that differs from the log of this page. */
    strange: number | null = null;
    dealtWrong: { line: number; expected: string; got: string } | null = null;
    readonly #facts: TableFacts;
    readonly #redeal: Redeal;
    readonly #told: readonly LoggedLine[];
    #at = 0;
    #due: Mark['round'] | undefined;

    constructor(
        facts: TableFacts,
        redeal: Redeal,
        told: readonly LoggedLine[],
        /** Lines that the table begins with, from a game before it: not dealt at this table. */
        readonly given: readonly string[],
    ) {
        this.#facts = facts;
        this.#redeal = redeal;
        this.#told = told;
        this.seen = openingFor(facts.sheet, SPECTATOR, true);
    }

    async take(entry: Move | Mark): Promise<void> {
        if ('round' in entry) {
            if (this.#due !== entry.round) this.strange ??= entry.line;
            this.#due = undefined;
            return;
        }
        if (this.#due !== undefined) this.strange ??= entry.line;
        const told = this.#told[this.#at];
        this.#at += 1;
        if (!told || told.line !== entry.text) this.strange ??= entry.line;
        // After a line that differs the position is unknown: no further step is checked.
        const isKnown = this.strange === null || this.strange === entry.line;
        const isGiven = this.#at <= this.given.length;
        if (isGiven && this.given[this.#at - 1] !== entry.text) this.strange ??= entry.line;
        if (this.given.length > 0 && this.#at === this.given.length + 1) await this.#redeal.startFrom(this.seen.stack);
        if (isKnown && !isGiven && entry.text.startsWith('chance ')) await this.#compare(entry);
        if (this.strange === null && told) await this.#follow(entry, told);
    }

    finish(line: number): void {
        if (this.#due !== undefined || this.#at !== this.#told.length) this.strange ??= line;
    }

    async #compare(entry: Move): Promise<void> {
        if (this.dealtWrong !== null) return;
        const expected = await this.#redeal.expected(entry.text, this.seen);
        this.nDealt += 1;
        if (expected !== entry.text) {
            this.dealtWrong = { line: entry.line, expected: expected ?? '-', got: entry.text };
        }
    }

    async #follow(entry: Move, told: LoggedLine): Promise<void> {
        const { round } = this.seen;
        const isHonest =
            (!told.line.startsWith('chance ') || matchesLog(this.#facts, told.line, told.events)) &&
            told.events.every(
                (event) => event.event !== 'card_went_under' || couldGoUnder(this.seen, told.events, event.card),
            );
        try {
            for (const event of told.events) fold(this.#facts, this.seen, event);
        } catch {
            this.strange ??= entry.line;
        }
        if (!isHonest) this.strange ??= entry.line;
        if (this.#at > this.given.length) await this.#redeal.follow(told.events);
        if (this.seen.phase === OVER) this.#due = null;
        else if (this.seen.round !== round) this.#due = this.seen.round;
    }
}

function checkResult(
    audit: Audit,
    facts: TableFacts,
    seen: Observation,
    closing: NonNullable<Transcript['closing']>,
): void {
    const reached = Math.max(...seen.n_cities) >= endCities(facts.rules, seen.regions);
    const reason = facts.fuelCards ? 'last-round' : reached ? 'cities' : 'dry-stack';
    const holds = seen.ranking.join() === closing.ranking.join() && reason === closing.reason;
    if (holds) audit.passed('result');
    else audit.failed('result', 'fair.result.failed');
}
