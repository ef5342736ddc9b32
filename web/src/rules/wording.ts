/**
 * The exact wording of the rules for one table. The documents have all rule sets side by side, and notes on sources;
 * players need neither. Text for certain rule sets or boards follows their names: `` `europe`: nine cards ``.
 */
import type { EditionRules, RuleClause, RuleSection, TableSheet } from '../protocol/api';
import { t } from '../words';

/** Names of rule sets and boards before a colon. */
const MARK = /((?:`[a-z-]+`(?:, | and | und )?)+):\s+/g;
const NAME = /`([a-z-]+)`/g;
/** A number without a printed source has this mark; that is a note, too. */
const NOTE = /\breconstruction\b|\bRekonstruktion\b/i;
const SENTENCE = /(?<=[.!?]\*{0,2}) +(?=\S)/;
/** Title of an option at the start of its clause: `*Money.*` */
const TITLE = /^\*[^*]+\.\*$/;
/** Names in brackets, and the part of the sentence that is for them alone: `, then (`original`) by more cities` */
const IN_SENTENCE = /,[^,(]*(\((?:`[a-z-]+`(?:, )?)+\) )[^,.;]*/;
/** Nothing but a preposition and a name: what it is about follows after the comma. */
const PLACE = /^\s*\p{L}+ `[a-z-]+`$/u;
/** One number of seats, or several: `2, 3`. */
const SEATS = /^\d+(?:, \d+)*$/;
const IN_CELL = /^(.*?)\s*\(((?:`[a-z-]+`(?:, )?)+) ([^)]*)\)$/;

/** Rule sets and boards that a text may be for, and those of this table. */
export interface Reader {
    readonly known: ReadonlySet<string>;
    readonly own: ReadonlySet<string>;
    readonly seats: number;
    /** House rules mix the rule sets, so none is left out. */
    readonly readsAll: boolean;
}

const namesIn = (text: string): string[] => [...text.matchAll(NAME)].map(([, name = '']) => name);

export function readerOf(rules: EditionRules, { spec }: Pick<TableSheet, 'spec'>): Reader {
    const clauses = rules.sections.flatMap((section) => section.clauses);
    const marked = clauses.flatMap(({ text, only }) => [
        ...only,
        ...[...text.matchAll(MARK)].flatMap(([, names = '']) => namesIn(names)),
    ]);
    return {
        known: new Set([...marked, spec.preset, spec.board]),
        own: new Set([spec.preset, spec.board]),
        seats: spec.seats,
        readsAll: (spec.house_rules ?? []).length > 0,
    };
}

interface Said {
    readonly text: string;
    readonly language: string;
}

/** A text in a language: the server has it in English and may have it in German. */
const said = (text: string, german: string | undefined, language: string): Said =>
    language === 'de' && german ? { text: german, language } : { text, language: 'en' };

export const textIn = (clause: RuleClause & { german?: string }, language: string): Said =>
    said(clause.text, clause.german, language);
export const titleIn = (section: RuleSection & { german?: string }, language: string): Said =>
    said(section.title, section.german, language);

/** Markdown of a clause without notes and without text for other tables; empty if nothing is left. */
export function wordingFor(markdown: string, reader: Reader): string {
    return blocksIn(markdown)
        .map((lines) => (lines[0]!.startsWith('|') ? tableFor(lines, reader) : paragraphFor(lines.join(' '), reader)))
        .filter(Boolean)
        .join('\n\n');
}

/** Paragraphs and tables as their lines; notes are left out. */
function blocksIn(markdown: string): string[][] {
    const blocks: string[][] = [];
    let isOpen = false;
    let isNote = false;
    for (const each of markdown.split('\n')) {
        const line = each.trim();
        const isRow = line.startsWith('|');
        if (line === '' || (isOpen && isRow !== blocks.at(-1)![0]!.startsWith('|'))) isOpen = isNote = false;
        if (line.startsWith('- ')) isNote = true;
        if (line === '' || isNote) continue;
        if (isOpen) blocks.at(-1)!.push(line);
        else blocks.push([line]);
        isOpen = true;
    }
    return blocks;
}

const isOf = (names: readonly string[], reader: Reader): boolean => names.some((name) => reader.own.has(name));

/** True if a text names rule sets or boards, and none of this table. */
function isForOthers(text: string, reader: Reader): boolean {
    const names = namesIn(text).filter((name) => reader.known.has(name));
    return !reader.readsAll && names.length > 0 && !isOf(names, reader);
}

function paragraphFor(text: string, reader: Reader): string {
    const sentences = partsFor(text, reader).flatMap((part) => part.split(SENTENCE));
    const [title = '', second = ''] = sentences;
    // An option of others goes with its name.
    if (TITLE.test(title) && isForOthers(second, reader)) return '';
    return sentences
        .filter((sentence) => sentence && !NOTE.test(sentence))
        .map((sentence) => sentenceFor(sentence, reader))
        .filter(Boolean)
        .join(' ');
}

/** Parts for all tables, and those behind the names of this table. */
function partsFor(text: string, reader: Reader): string[] {
    const marks = reader.readsAll
        ? []
        : [...text.matchAll(MARK)].filter(([whole]) => namesIn(whole).some((name) => reader.known.has(name)));
    const plain = text.slice(0, marks[0]?.index).trim();
    const own = marks.flatMap((mark, place) => {
        const words = text.slice(mark.index + mark[0].length, marks[place + 1]?.index).trim();
        return isOf(namesIn(mark[0]), reader) ? [words] : [];
    });
    // A single mark after a text for all tables introduces the difference of this table.
    const differs = plain !== '' && marks.length === 1;
    return [plain, ...own.map((words) => (differs ? t('rules.here', { words }) : capital(words)))].filter(Boolean);
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function sentenceFor(sentence: string, reader: Reader): string {
    if (reader.readsAll) return sentence;
    if (isForOthers(sentence, reader)) {
        const found = IN_SENTENCE.exec(sentence)?.[0];
        return found ? sentence.replace(found, '') : '';
    }
    const bracket = IN_SENTENCE.exec(sentence)?.[1];
    return withoutOthers(bracket ? sentence.replace(bracket, '') : sentence, reader);
}

/** A sentence that names this table's board and others: `nine on `europe`, eight on `north-america`` */
function withoutOthers(sentence: string, reader: Reader): string {
    const pieces = sentence.match(/[^,:]+[,:]?/g) ?? [];
    const kept = pieces.filter((piece, place) => {
        const before = pieces[place - 1]?.slice(0, -1) ?? '';
        return !isForOthers(piece, reader) && !(PLACE.test(before) && isForOthers(before, reader));
    });
    return kept.length < pieces.length ? `${kept.join('').replace(/[,:.]$/, '')}.` : sentence;
}

const cellsOf = (line: string): string[] =>
    line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim());

/** The rows and columns for this rule set and number of seats. */
function tableFor(lines: readonly string[], reader: Reader): string {
    const [head = [], , ...rows] = lines.map(cellsOf);
    let above = '';
    const named = rows.map((row) => {
        above = row[0] || above;
        return [above, ...row.slice(1)].map((cell) => cellFor(cell, reader));
    });
    const hasSeatColumns = head.length > 2 && head.slice(1).every((cell) => SEATS.test(cell));
    const bySeats = hasSeatColumns
        ? undefined
        : [0, 1].find((column) => named.every((row) => SEATS.test(row[column] ?? '')));
    const mine = named.filter(
        (row) =>
            !isForOthers(row[0]!, reader) &&
            (bySeats === undefined || row[bySeats]!.split(', ').map(Number).includes(reader.seats)),
    );
    const isRead = (_cell: string, column: number): boolean =>
        !hasSeatColumns || column === 0 || Number(head[column]) === reader.seats;
    const drawn = (row: readonly string[]): string => `| ${row.filter(isRead).join(' | ')} |`;
    return mine.length > 0 ? [drawn(head), drawn(head.map(() => '---')), ...mine.map(drawn)].join('\n') : '';
}

/** A cell may have another number for some: `5 3 2 1 (`reference` 5 3 2 2)` */
function cellFor(cell: string, reader: Reader): string {
    const [, plain = '', names = '', other = ''] = IN_CELL.exec(cell) ?? [];
    if (!names || reader.readsAll)
        return cell.replace(/,? `[a-z-]+`(?:(?:,| and| und) `[a-z-]+`)*$/, (marks) =>
            isOf(namesIn(marks), reader) && !reader.readsAll ? '' : marks,
        );
    return isOf(namesIn(names), reader) ? other : plain;
}
