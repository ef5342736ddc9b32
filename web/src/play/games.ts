/** The games of this browser: rows of tables and entries of their logs, in IndexedDB. */

/** A text to store: the row of a table (version 0), or an entry of its log. */
export interface Write {
    readonly game_id: string;
    readonly version: number;
    readonly text: string;
}

export interface StoredGame {
    readonly row: string;
    readonly entries: readonly string[];
}

/** Result of a write; `conflict`: another window has stored another entry at that version. */
export type Written = 'written' | 'conflict' | 'refused';

const DATABASE = 'gridwright';
const TEXTS = 'texts';

/** Texts of a game, or of several, that are read together. */
const PORTION = 2_000;

export class Games {
    constructor(readonly database: IDBDatabase) {}

    static async open(): Promise<Games> {
        // Reading the property throws where the browser refuses storage.
        const opening = indexedDB.open(DATABASE, 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore(TEXTS, { keyPath: ['game_id', 'version'] });
        return new Games(await result(opening));
    }

    /** A table with its log; null if there is none. */
    async read(gameId: string): Promise<StoredGame | null> {
        const texts = this.database.transaction(TEXTS).objectStore(TEXTS);
        const range = IDBKeyRange.bound([gameId, 0], [gameId, Infinity]);
        const [row, ...entries] = (await result(texts.getAll(range) as IDBRequest<Write[]>)).map(({ text }) => text);
        return row === undefined ? null : { row, entries };
    }

    /** All texts in order, in portions that fit into memory. */
    async *texts(): AsyncGenerator<readonly Write[]> {
        let after: IDBKeyRange | undefined;
        for (;;) {
            const texts = this.database.transaction(TEXTS).objectStore(TEXTS);
            const found = await result(texts.getAll(after, PORTION) as IDBRequest<Write[]>);
            const last = found.at(-1);
            if (!last) return;
            yield found;
            after = IDBKeyRange.lowerBound([last.game_id, last.version], true);
        }
    }

    /** Store texts, all of them or none; resolves once they are on disk. */
    write(writes: readonly Write[]): Promise<Written> {
        if (writes.length === 0) return Promise.resolve('written');
        return new Promise((done) => {
            try {
                const transaction = this.database.transaction(TEXTS, 'readwrite', { durability: 'strict' });
                transaction.oncomplete = () => done('written');
                transaction.onabort = () =>
                    done(transaction.error?.name === 'ConstraintError' ? 'conflict' : 'refused');
                const texts = transaction.objectStore(TEXTS);
                // A version is stored once: `add` fails if another window was faster.
                for (const each of writes) texts.add(each);
            } catch {
                // The browser has closed the database: its data was cleared, or the disk failed.
                done('refused');
            }
        });
    }
}

function result<Found>(request: IDBRequest<Found>): Promise<Found> {
    return new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('expected a result of the database'));
    });
}
