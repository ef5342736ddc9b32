/** Search among finished games: typed words and chosen filters. */

/** Words with a meaning of their own; all others are names. */
export interface Known {
    /** Editions by id, each with the words for it. */
    readonly editions: readonly { readonly id: string; readonly titles: readonly string[] }[];
    readonly boards: readonly { readonly id: string; readonly titles: readonly string[] }[];
    /** Words that follow a number of seats. */
    readonly seatWords: readonly string[];
}

export interface Search {
    readonly edition: string;
    readonly board: string;
    readonly seats: number;
    readonly name: string;
    readonly close: boolean;
    readonly week: boolean;
}

export const NOTHING: Search = { edition: '', board: '', seats: 0, name: '', close: false, week: false };
export type Part = keyof Search;

const WEEK = 7 * 86_400_000;
const MAX_NAME = 64;

/** Meaning of a text: boards, editions and numbers of seats are known; the rest is a name. */
export function parseSearch(text: string, known: Known): Pick<Search, 'edition' | 'board' | 'seats' | 'name'> {
    let rest = ` ${foldCase(text).replaceAll(',', ' ').replaceAll(/\s+/g, ' ').trim()} `;
    const take = (words: string): boolean => {
        const at = words ? rest.indexOf(` ${words} `) : -1;
        if (at >= 0) rest = `${rest.slice(0, at)} ${rest.slice(at + words.length + 1)}`;
        return at >= 0;
    };
    const found = (each: Known['boards']): string => {
        const titles = each.flatMap(({ id, titles: named }) => named.map((title) => ({ id, title: foldCase(title) })));
        // The longest first: a name may be part of another one.
        return titles.toSorted((a, b) => b.title.length - a.title.length).find(({ title }) => take(title))?.id ?? '';
    };
    let seats = 0;
    for (let number = 2; number <= 6 && !seats; number += 1) {
        if (known.seatWords.some((word) => take(`${String(number)} ${foldCase(word)}`))) seats = number;
    }
    const board = found(known.boards);
    const edition = found(known.editions);
    return { edition, board, seats, name: rest.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME) };
}

/** Query parameters of a search for the server. */
export function queryOf(search: Search, now: number): URLSearchParams {
    const query = new URLSearchParams();
    if (search.edition) query.set('edition', search.edition);
    if (search.board) query.set('board', search.board);
    if (search.seats) query.set('seats', String(search.seats));
    if (search.name) query.set('name', search.name);
    if (search.close) query.set('close', 'true');
    // To the hour, so that equal searches have equal queries.
    if (search.week) query.set('since', String(Math.floor((now - WEEK) / 3_600_000) * 3_600_000));
    return query;
}

/** The part of a search that the server calls by a parameter. */
export const partOf = (parameter: string): Part => (parameter === 'since' ? 'week' : (parameter as Part));

/** The same search without a part. */
export const without = (search: Search, part: Part): Search => ({ ...search, [part]: NOTHING[part] });

export const isUnfiltered = (search: Search): boolean =>
    (Object.keys(NOTHING) as Part[]).every((part) => search[part] === NOTHING[part]);

/** A text without the difference between capitals and small letters, for comparison. */
const foldCase = (text: string): string => text.normalize('NFKC').toLowerCase();
