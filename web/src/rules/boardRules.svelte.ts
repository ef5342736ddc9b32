/** What a table plays otherwise: a card before the first move, and a button that opens the aid. */
import type { PlayedClause, RuleBook, TableSheet } from '../protocol/api';
import { tOr } from '../words';
import { OWN, ownOf } from './book';
import { variantSentences } from './variants';

const KEY = 'gridwright.board-rules';
/** Tables whose card was read; the oldest is dropped. */
const MAX_TABLES = 40;
/** At a table of several people the card closes after this time in ms. */
const TOGETHER = 20_000;

/** The sentence for a board's clause; empty for one of figures alone, which are in tables. */
export const shortOf = ({ number }: PlayedClause): string =>
    tOr(`board.${number.slice(OWN.length).replace('.', '.short.')}`, '');

function readTables(): string[] {
    try {
        const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
        return Array.isArray(found) ? found.filter((each) => typeof each === 'string') : [];
    } catch {
        return [];
    }
}

export class BoardRules {
    /** Sentences of the board's own clauses, then of the table's options. */
    sentences = $state.raw<readonly string[]>([]);
    /** True if all of them are the board's. */
    isBoard = $state(false);
    isOpen = $state(false);
    readonly #gameId: string;

    constructor(gameId: string) {
        this.#gameId = gameId;
    }

    /** Load the sentences; `isNew` opens the card, for some seconds where others read it at the same time. */
    load(
        { spec, trust_plays: trustPlays }: Pick<TableSheet, 'spec' | 'trust_plays'>,
        book: Promise<RuleBook>,
        isNew: boolean,
        isTogether: boolean,
    ): () => void {
        let timer: ReturnType<typeof setTimeout> | undefined;
        void book.then(
            (found) => {
                const variants = variantSentences(spec, trustPlays);
                this.isBoard = variants.length === 0;
                this.sentences = [...ownOf(found).map(shortOf).filter(Boolean), ...variants];
                this.isOpen = isNew && this.sentences.length > 0 && !readTables().includes(this.#gameId);
                if (this.isOpen && isTogether) timer = setTimeout(() => this.close(), TOGETHER);
            },
            // The aid reports that the rules could not be loaded, and retries.
            () => undefined,
        );
        return () => clearTimeout(timer);
    }

    close(): void {
        this.isOpen = false;
        const kept = [this.#gameId, ...readTables().filter((each) => each !== this.#gameId)];
        localStorage.setItem(KEY, JSON.stringify(kept.slice(0, MAX_TABLES)));
    }
}
