/**
 * Games in storage, or in memory where storage refuses: a running game continues without room, and in a window that keeps
 * nothing every game is in memory. Says how full it is.
 */
import type { Games, StoredGame, Write, Written } from './games';

/** How full the storage is, and whether it takes what is played. */
export interface StorageState {
    readonly type: 'storage';
    readonly used: number;
    /** 0 while it is unknown. */
    readonly limit: number;
    readonly games: number;
    /** `memory`: entries of a running game are in memory only; `none`: this window stores nothing. */
    readonly keeps: 'all' | 'memory' | 'none';
}

/** The most that games take, even if the browser offers more. */
const MAX_BYTES = 60_000_000;

export type GamesInStorage = Pick<Games, 'read' | 'write' | 'texts'>;

export class KeptGames {
    /** Entries that storage refused, in order. */
    #pending: Write[] = [];
    #used = 0;
    #games = new Set<string>();
    #limit = 0;
    #shown = '';

    constructor(
        /** Null if the browser has no storage for this window. */
        readonly stored: GamesInStorage | null,
        readonly show: (state: StorageState) => void = () => undefined,
        /** Bytes that the browser still offers. */
        readonly room: () => Promise<number> = browserRoom,
    ) {}

    /** Count what is stored. */
    async count(): Promise<void> {
        const before = this.#used;
        let counted = 0;
        if (this.stored) {
            for await (const texts of this.stored.texts()) {
                for (const each of texts) {
                    counted += sizeOf(each);
                    this.#games.add(each.game_id);
                }
            }
        }
        this.#used += counted - before;
        await this.#measure();
    }

    async read(gameId: string): Promise<StoredGame | null> {
        const found = (await this.stored?.read(gameId)) ?? null;
        const own = this.#pending.filter((each) => each.game_id === gameId).map(({ text }) => text);
        const [row, ...entries] = found ? [found.row, ...found.entries, ...own] : own;
        return row === undefined ? null : { row, entries };
    }

    /** As `Games.write`; a running game never gets `refused`, a new one does. */
    async write(writes: readonly Write[]): Promise<Written> {
        if (writes.length === 0) return 'written';
        const isNew = writes.some(({ version }) => version === 0);
        if (isNew && this.stored && this.isFull) return 'refused';
        const all = [...this.#pending, ...writes];
        const written = this.stored ? await this.stored.write(all) : 'refused';
        if (written === 'conflict') {
            // Another window continued one of these games: it goes by what is stored.
            const lost = new Set(writes.map((each) => each.game_id));
            this.#pending = this.#pending.filter((each) => !lost.has(each.game_id));
            return 'conflict';
        }
        if (written === 'refused' && this.stored && isNew) return 'refused';
        const was = this.#pending.length > 0;
        this.#pending = written === 'written' ? [] : all;
        for (const each of writes) {
            this.#used += sizeOf(each);
            this.#games.add(each.game_id);
        }
        if (isNew || was || this.#pending.length > 0) await this.#measure();
        else this.#report();
        return 'written';
    }

    get isFull(): boolean {
        return this.#pending.length > 0 || (this.#limit > 0 && this.#used >= this.#limit);
    }

    async *texts(): AsyncGenerator<readonly Write[]> {
        if (this.stored) yield* this.stored.texts();
        if (this.#pending.length > 0) yield this.#pending;
    }

    async #measure(): Promise<void> {
        this.#limit = Math.min(this.#used + (await this.room()), MAX_BYTES);
        this.#report();
    }

    /** Say how full it is, if that has changed by a percent. */
    #report(): void {
        const keeps = !this.stored ? 'none' : this.#pending.length > 0 ? 'memory' : 'all';
        const state: StorageState = {
            type: 'storage',
            used: this.#used,
            limit: this.#limit,
            games: this.#games.size,
            keeps,
        };
        const shown = [state.games, keeps, Math.floor((100 * state.used) / state.limit)].join();
        if (shown === this.#shown) return;
        this.#shown = shown;
        this.show(state);
    }
}

/** Texts are ASCII but for names. */
const sizeOf = ({ text, game_id }: Write): number => text.length + game_id.length;

/** What the browser still lets this page store; unlimited if it does not say. */
async function browserRoom(): Promise<number> {
    try {
        const { quota = Infinity, usage = 0 } = await navigator.storage.estimate();
        return Math.max(quota - usage, 0);
    } catch {
        return Infinity;
    }
}
