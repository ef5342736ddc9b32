// A game as text. One game has exactly one text; any other spelling is rejected.

import { canonical } from './canonical.js';
import type { ChainEntry } from './chain.js';
import { readLog } from './logLines.js';
import type { Contribution } from './protocol.js';

const MAX_LINES = 20_000;
/** The line of a table has every line of the game that it continues. */
const LONGEST_LINE = 64_000;
const TITLE = 'gridwright transcript 1';
/** With the log of the table. */
const CHAINED = 'gridwright transcript 2';
const BREAK = '---';
const MOVE = /^[a-z0-9]+(?: [!-~]+)+$/;
const MARK = /^= (?:end|round (0|[1-9][0-9]{0,4})) ([0-9a-f]{30})$/;
const NUMBER = /^(?:0|[1-9][0-9]{0,4})$/;
const HEX = /^(?:[0-9a-f]{2})+$/;
const GAME_ID = /^[A-Za-z0-9._-]{1,64}$/;
const REASONS = ['cities', 'dry-stack', 'last-round'];
const SECRET_BYTES = 32;
const MIN_GIVEN = 16;
const MAX_GIVEN = 32;

export interface Move {
    line: number;
    text: string;
}

/** A checkpoint: the round that began, or null at the end. */
export interface Mark {
    line: number;
    round: number | null;
}

export interface Closing {
    seed: string;
    ranking: number[];
    reason: string;
    /** Every entry up to the one that shows the seed; none in a game that was recorded without. */
    log: ChainEntry[];
    /** The digest of the last of them. */
    chain: string;
    seal: string;
    line: number;
}

export interface Transcript {
    gameId: string;
    /** The table as canonical JSON. */
    table: string;
    seats: number;
    rules: string;
    commit: string;
    contributions: Contribution[];
    body: (Move | Mark)[];
    /** Null while the seed is secret. */
    closing: Closing | null;
    /** The text that the seal covers. */
    unsealed: string;
}

/** The line that cannot be read, and a key of words that says what was expected there. */
export class TranscriptError extends Error {
    readonly line: number;
    readonly expected: string;

    constructor(line: number, expected: string) {
        super(`line ${line}: expected ${expected}`);
        this.line = line;
        this.expected = expected;
    }
}

/** Parse a transcript; throws TranscriptError. */
export function parseTranscript(text: string): Transcript {
    const reader = new Reader(text);
    const hasLog = reader.peek() === CHAINED;
    reader.exactly(hasLog ? CHAINED : TITLE);
    const gameId = reader.after('game');
    reader.require(GAME_ID.test(gameId), 'game');
    const table = reader.after('table');
    const seats = readSeats(reader, table);
    const rules = reader.digits(reader.after('rules'), SECRET_BYTES, SECRET_BYTES);
    const commit = reader.digits(reader.after('commit'), SECRET_BYTES, SECRET_BYTES);
    const contributions = readContributions(reader, seats);
    reader.exactly(BREAK);
    const body = readBody(reader);
    const closing = reader.isDone() && !hasLog ? null : readClosing(reader, seats, body, hasLog);
    if (!reader.isDone()) throw new TranscriptError(reader.taken + 1, 'nothing');
    const unsealed = closing ? text.slice(0, text.lastIndexOf('seal ')) : text;
    return { gameId, table, seats, rules, commit, contributions, body, closing, unsealed };
}

class Reader {
    taken = 0;
    readonly #lines: string[];

    constructor(text: string) {
        this.#lines = text.split('\n');
        if (this.#lines.length > MAX_LINES + 1) throw new TranscriptError(MAX_LINES, 'fewer_lines');
        this.#lines.forEach((line, place) => {
            if (line.length > LONGEST_LINE) throw new TranscriptError(place + 1, 'shorter_line');
            if (!isAscii(line)) throw new TranscriptError(place + 1, 'ascii');
        });
        if (this.#lines.pop() !== '') throw new TranscriptError(this.#lines.length + 1, 'line_break');
    }

    isDone(): boolean {
        return this.taken === this.#lines.length;
    }

    peek(): string {
        return this.#lines[this.taken] ?? '';
    }

    take(): string {
        this.taken += 1;
        const line = this.#lines[this.taken - 1];
        if (line === undefined) throw new TranscriptError(this.taken, 'another_line');
        return line;
    }

    require(holds: boolean, expected: string): void {
        if (!holds) throw new TranscriptError(this.taken, expected);
    }

    exactly(wanted: string): void {
        this.require(this.take() === wanted, 'fixed_line');
    }

    after(word: string): string {
        const line = this.take();
        this.require(line.startsWith(`${word} `), word);
        return line.slice(word.length + 1);
    }

    number(word: string): number {
        this.require(NUMBER.test(word), 'number');
        return Number(word);
    }

    digits(word: string, least: number, most: number): string {
        this.require(HEX.test(word) && word.length >= 2 * least && word.length <= 2 * most, 'digits');
        return word;
    }
}

function isAscii(line: string): boolean {
    for (let at = 0; at < line.length; at++) if (line.charCodeAt(at) > 127) return false;
    return true;
}

function readSeats(reader: Reader, table: string): number {
    let spec: unknown;
    try {
        spec = JSON.parse(table);
    } catch {
        spec = null;
    }
    const seats = typeof spec === 'object' && spec !== null && 'seats' in spec ? spec.seats : null;
    reader.require(Number.isInteger(seats) && canonical(spec) === table, 'table');
    return seats as number;
}

function readContributions(reader: Reader, seats: number): Contribution[] {
    const found: Contribution[] = [];
    while (reader.peek().startsWith('contribute ')) {
        const words = reader.after('contribute').split(' ');
        reader.require(words.length === 2, 'contribute');
        const seat = reader.number(words[0]!);
        const given = reader.digits(words[1]!, MIN_GIVEN, MAX_GIVEN);
        reader.require(seat < seats && seat > (found.at(-1)?.[0] ?? -1), 'contribute');
        found.push([seat, given]);
    }
    return found;
}

function readBody(reader: Reader): (Move | Mark)[] {
    const body: (Move | Mark)[] = [];
    while (!reader.isDone() && reader.peek() !== BREAK) {
        const last = body.at(-1);
        const text = reader.take();
        reader.require(!last || !isEnd(last), 'nothing_after_end');
        const mark = MARK.exec(text);
        if (mark) {
            body.push({ line: reader.taken, round: mark[1] === undefined ? null : Number(mark[1]) });
        } else {
            reader.require(MOVE.test(text), 'move');
            body.push({ line: reader.taken, text });
        }
    }
    return body;
}

function isEnd(entry: Move | Mark): boolean {
    return 'round' in entry && entry.round === null;
}

function readClosing(reader: Reader, seats: number, body: (Move | Mark)[], hasLog: boolean): Closing {
    reader.exactly(BREAK);
    const last = body.at(-1);
    reader.require(last !== undefined && isEnd(last), 'end');
    const seed = reader.digits(reader.after('seed'), SECRET_BYTES, SECRET_BYTES);
    const line = reader.taken;
    const ranking = reader
        .after('result')
        .split(' ')
        .map((word) => reader.number(word));
    const isWhole = ranking.length === seats && ranking.every((place) => place >= 1 && place <= seats);
    reader.require(isWhole, 'result');
    const reason = reader.after('end');
    reader.require(REASONS.includes(reason), 'reason');
    const moves = body.flatMap((entry) => ('text' in entry ? [entry.text] : []));
    const log = hasLog ? readLog(reader, moves) : [];
    const chain = hasLog ? reader.digits(reader.after('chain'), SECRET_BYTES, SECRET_BYTES) : '';
    const seal = reader.digits(reader.after('seal'), SECRET_BYTES, SECRET_BYTES);
    return { seed, ranking, reason, log, chain, seal, line };
}
