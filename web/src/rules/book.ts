/** The rule book of a table: its clauses by page, in the language of the page. */
import type { PlayedClause, RuleBook, TableSheet } from '../protocol/api';
import { readRuleBook, readRulesOf } from '../wire/rest';
import type { AidPage } from './aidPages';

/** Begins the numbers of a board's clauses. */
export const OWN = 'b-';

/** A clause in the language of the page; English where there is no other. */
export interface Said {
    readonly text: string;
    readonly remarks: readonly string[];
    readonly language: string;
}

export function saidIn(clause: PlayedClause, language: string): Said {
    return language === 'de' && clause.german
        ? { text: clause.german, remarks: clause.german_remarks, language }
        : { text: clause.text, remarks: clause.remarks, language: 'en' };
}

export const isOwn = ({ section }: PlayedClause): boolean => section.startsWith(OWN);

/** The board's own clauses. */
export const ownOf = (book: RuleBook): PlayedClause[] => book.clauses.filter(isOwn);

/** Clauses that can be opened, by number: those that are played, and those that the board replaces. */
export const clausesOf = (book: RuleBook): Map<string, PlayedClause> =>
    new Map([...book.replaced, ...book.clauses].map((clause) => [clause.number, clause]));

/** The board's clauses that hold instead of one; none if it is played. */
export const replacing = (book: RuleBook, number: string): PlayedClause[] =>
    book.replaced.some((clause) => clause.number === number)
        ? ownOf(book).filter(({ replaces }) => replaces.includes(number))
        : [];

/** The board's clauses that add to one. */
export const changing = (book: RuleBook, number: string): PlayedClause[] =>
    ownOf(book).filter(({ changes }) => changes.includes(number));

/** Clauses of a page, the board's own first. */
export function ofPage(book: RuleBook, page: AidPage): PlayedClause[] {
    const found = book.clauses.filter(({ phases }) => phases.some((phase) => page.phases.includes(phase)));
    return [...found.filter(isOwn), ...found.filter((clause) => !isOwn(clause))];
}

const kept = new Map<string, Promise<RuleBook>>();

/** The rule book of a table, loaded once; of a lesson or a puzzle by its options. */
export function bookOf({ spec, rules }: Pick<TableSheet, 'spec' | 'rules'>, gameId: string): Promise<RuleBook> {
    const key = gameId || JSON.stringify([spec, rules]);
    const found = kept.get(key) ?? (gameId ? readRuleBook(gameId) : readRulesOf(spec));
    kept.set(key, found);
    // A failed request is made again.
    found.catch(() => kept.delete(key));
    return found;
}
