// The log of a table in the closing part of a transcript. Orders are in the body; an entry counts its lines.

import { type ChainEntry, takenBack } from './chain.js';

const ENTRY =
    /^(([a-z][a-z_]{0,31}) (?:0|[1-9][0-9]{0,15}) (-|0|[1-9][0-9]?) (-|[0-9a-f]{1,128})) (0|[1-9][0-9]{0,3})$/;
const FACTS: Record<string, RegExp> = {
    undone: /^[1-9][0-9]{0,8}$/,
    got_ready: /^(?:[0-9a-f]{2})*$/,
    revealed: /^(?:[0-9a-f]{2})+$/,
};

/** The part of the transcript reader that this file uses. */
interface Lines {
    peek: () => string;
    after: (word: string) => string;
    require: (holds: boolean, expected: string) => void;
}

/** Parse the log; every move is in one entry. */
export function readLog(reader: Lines, moves: readonly string[]): ChainEntry[] {
    const rows: { entry: ChainEntry; nLines: number }[] = [];
    while (reader.peek().startsWith('entry ')) {
        const found = ENTRY.exec(reader.after('entry'));
        reader.require(found !== null, 'entry');
        const [, head = '', kind = '', seat = '', word = '', count = ''] = found!;
        const fact = word === '-' ? '' : word;
        reader.require(FACTS[kind]?.test(fact) ?? true, 'entry');
        const lines: string[] = [];
        while (reader.peek().startsWith('undone ')) lines.push(reader.after('undone'));
        const entry = { kind, head, seat: seat === '-' ? null : Number(seat), fact, lines };
        rows.push({ entry, nLines: Number(count) });
    }
    const back = takenBack(rows.map(({ entry }) => entry));
    let at = 0;
    rows.forEach(({ entry, nLines }, place) => {
        if (!back.has(place + 1)) {
            reader.require(entry.lines.length === 0, 'entry');
            entry.lines = moves.slice(at, at + nLines);
            at += nLines;
        }
        reader.require(entry.lines.length === nLines, 'entry');
    });
    reader.require(rows.length > 0 && at === moves.length, 'entry');
    return rows.map(({ entry }) => entry);
}
