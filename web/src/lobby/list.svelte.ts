/**
 * Tables of the lobby, refreshed without moving: rows on screen stay in place. A table that has begun or closed is
 * marked, and new ones wait for a click.
 */
import type { ListedTable, LobbyPage } from '../protocol/api';
import { WireProblem } from '../wire/problem';
import { readLobby } from '../wire/rest';

const PAGE = 20;

export type Trouble = '' | 'away' | 'too-many';

export class LobbyList {
    /** Null until the first page has come. */
    tables = $state.raw<readonly ListedTable[] | null>(null);
    /** Newer tables that wait to be shown. */
    fresh = $state.raw<readonly ListedTable[]>([]);
    gone = $state.raw<ReadonlySet<string>>(new Set());
    /** Where the next page begins; empty on the last one. */
    next = $state('');
    /** Tables of the first page that the server cannot read. */
    aside = $state(0);
    trouble = $state<Trouble>('');
    isReading = $state(false);

    #query = new URLSearchParams();
    #asked = 0;

    constructor(readonly read: (query: URLSearchParams) => Promise<LobbyPage> = readLobby) {}

    /** Replace the query and load its first page. */
    async open(query: URLSearchParams): Promise<void> {
        this.#query = query;
        const page = await this.#page('');
        if (!page) return;
        this.tables = page.tables;
        this.fresh = [];
        this.gone = new Set();
        this.next = page.next;
    }

    /** Load the first page again and mark what has changed. */
    async refresh(): Promise<void> {
        if (this.isReading) return;
        if (this.tables === null) return this.open(this.#query);
        const page = await this.#page('');
        if (page) this.#merge(page);
    }

    /** Load older tables, below those that are shown. */
    async more(): Promise<void> {
        const page = await this.#page(this.next);
        if (!page) return;
        const known = new Set(this.tables?.map((each) => each.game_id));
        this.tables = [...(this.tables ?? []), ...page.tables.filter((each) => !known.has(each.game_id))];
        this.next = page.next;
    }

    /** Show the waiting tables and remove those that are gone. */
    showFresh(): void {
        this.tables = [...this.fresh, ...(this.tables ?? []).filter((each) => !this.gone.has(each.game_id))];
        this.fresh = [];
        this.gone = new Set();
    }

    #merge(page: LobbyPage): void {
        const shown = this.tables ?? [];
        const found = new Map(page.tables.map((each) => [each.game_id, each]));
        // Tables older than the page are unknown.
        const oldest = page.next ? (page.tables.at(-1)?.created_at ?? Infinity) : 0;
        this.gone = new Set(
            shown.filter((each) => each.created_at >= oldest && !found.has(each.game_id)).map((each) => each.game_id),
        );
        this.tables = shown.map((each) => found.get(each.game_id) ?? each);
        const known = new Set(shown.map((each) => each.game_id));
        const newest = shown[0]?.created_at ?? 0;
        this.fresh = page.tables.filter((each) => !known.has(each.game_id) && each.created_at >= newest);
        if (shown.length === 0) this.showFresh();
    }

    /** A page, or nothing if it failed or a newer request was made. */
    async #page(after: string): Promise<LobbyPage | null> {
        const asked = (this.#asked += 1);
        const query = new URLSearchParams(this.#query);
        query.set('limit', String(PAGE));
        if (after) query.set('after', after);
        this.isReading = true;
        try {
            const page = await this.read(query);
            if (asked !== this.#asked) return null;
            this.trouble = '';
            if (!after) this.aside = page.set_aside.length;
            return page;
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            if (asked === this.#asked) this.trouble = error.status === 429 ? 'too-many' : 'away';
            return null;
        } finally {
            if (asked === this.#asked) this.isReading = false;
        }
    }
}

/** Call `refresh` at intervals while the page is visible, until the returned function is called. */
export function keepFresh(refresh: () => void, pause: number): () => void {
    const timer = setInterval(() => {
        if (!document.hidden) refresh();
    }, pause);
    return () => clearInterval(timer);
}
