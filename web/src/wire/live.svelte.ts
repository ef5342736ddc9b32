/** Live connection to a table, and the seat of this page there. */
import { SPECTATOR } from '../game/ids';
import type { RulesSheet } from '../game/sheet';
import { TableStore } from '../game/store.svelte';
import { TableSaver } from '../offline/keeper';
import { kept, keptTable } from '../offline/lastTable';
import type {
    AnalysisView,
    AuctionQuotes,
    Do,
    Frame,
    FuelQuotes,
    HappenedFrame,
    Hint,
    Outlook,
    Plan,
    PresenceFrame,
    Quotes,
    TableSheet,
    Try,
    Why,
} from '../protocol/api';
import { Talk } from './tableTalk.svelte';
import { deliver, nameOrder, type NamedOrder, type Outcome, PAGE_DELIVERY, type OrderDraft } from './orders';
import { removePendingOrder, savePendingOrder, loadPendingOrder } from './pendingOrders';
import { pauseAfter, Rest } from './pause';
import { publicFrame, withoutMoney } from './publicTable';
import type { PendingOrder } from './pendingOrders';
import { type Reason, WireProblem } from './problem';
import {
    askForAnalysis,
    askHint,
    askWhy,
    callRematch,
    cancelAnalysis,
    ordersPath,
    readAnalysis,
    readAuction,
    readEntries,
    readFuel,
    readOutlook,
    readPlan,
    readQuotes,
    readSheet,
    readTable,
    readTranscript,
    sitAgain,
    sitDown,
    socketPath,
    tryPosition,
    type PlanOrder,
} from './rest';
import { StalenessTimer } from './staleness';
import { type Connection, TableSocket } from './socket';
import { dropTicket, keepTicket, onTicketChange, ticketsOf } from './tickets';

const MAX_TRIES = 4;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** Requests without a response, in a row, after which the connection counts as lost. */
const MAX_UNANSWERED = 2;

type Listener = (frames: readonly HappenedFrame[]) => void;

/** The table as its page uses it; a lesson has another implementation. */
export type Live = Pick<LiveTable, keyof LiveTable>;

export class LiveTable {
    /** Null until the sheet of the table has been loaded. */
    store = $state.raw<TableStore | null>(null);
    sheet = $state.raw<TableSheet | null>(null);
    connection = $state<Connection>('connecting');
    /** Time of the last message, for a page that lost its connection. */
    heardAt = $state(Date.now());
    seat = $state(-1);
    /** Seats of people on this device. With several, `takeSeat` sets the viewer; at first there is none. */
    held = $state.raw<readonly number[]>([]);
    /** The seats with a connected page; null if unknown. */
    here = $state.raw<ReadonlySet<number> | null>(null);
    /** Since when a seat is absent: by the server, or else as this page noticed. */
    awaySince = $state.raw<ReadonlyMap<number, number>>(new Map());
    readonly talk: Talk;
    /** True if the table is from this browser's storage: the server has not been reached since the page was opened. */
    isKept = $state(false);
    /** The pending order. */
    pending = $state.raw<PendingOrder | null>(null);
    readonly isSending: boolean = $derived(this.pending !== null);
    refusal = $state.raw<Reason | null>(null);

    #ticket = '';
    #looking = -1;
    #hidesMoney = false;
    /** Table of the next viewer; shown once it has been received. */
    #coming: TableStore | null = null;
    #socket: TableSocket;
    #staleness: StalenessTimer;
    #keeper: TableSaver;
    #rest = new Rest();
    #forget: (() => void)[] = [];
    #listeners = new Set<Listener>();
    #reading: Promise<void> | null = null;
    #wanted = -1;
    #unanswered = 0;
    #hasBegun = false;
    #stopped = false;

    constructor(readonly gameId: string) {
        this.#takeTicket();
        this.talk = new Talk(gameId, {
            ticket: () => this.#ticket,
            seat: () => this.seat,
            name: () => this.store?.view?.seats[this.seat]?.name ?? '',
        });
        this.#socket = new TableSocket(socketPath(gameId), {
            hear: (frame) => this.#hear(frame),
            version: () => (this.isKept ? -1 : ((this.#coming ?? this.store)?.version ?? -1)),
            ticket: () => this.#ticket,
            changed: (connection) => this.#changed(connection),
            also: () => ({ chat: this.talk.last, presence: true }),
        });
        this.#staleness = new StalenessTimer(() => this.#check());
        this.#keeper = new TableSaver(() => this.#toKeep());
        this.#forget.push(
            onTicketChange(gameId, () => this.#reseat()),
            this.#onNetwork(),
        );
        void this.#begin();
    }

    stop(): void {
        this.#stopped = true;
        for (const forget of this.#forget) forget();
        this.#staleness.stop();
        this.#keeper.stop();
        this.#socket.stop();
        this.#rest.wake();
    }

    /** Try to connect immediately. */
    tryNow(): void {
        this.#rest.wake();
        if (this.#hasBegun) this.#socket.start();
    }

    /** Called with new entries just before the table shows them. */
    onHappened(listener: Listener): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** Take a seat, for the viewer or for a bot. */
    async sit(seat: number, name: string, bot = ''): Promise<void> {
        const seated = await sitDown(this.gameId, seat, { name, bot });
        if (bot) return;
        // An account needs no ticket: the next frame names the seat.
        if (seated.ticket) keepTicket(this.gameId, seated.ticket, seat);
        this.#reseat();
    }

    /** Prices of all cities for the own seat. */
    quotes(signal: AbortSignal): Promise<Quotes> {
        return readQuotes(this.gameId, this.#ticket, signal);
    }

    /** The next turns and prices at the table. */
    outlook(signal: AbortSignal): Promise<Outlook> {
        return readOutlook(this.gameId, this.#ticket, signal);
    }

    /** Values for the auction of the own seat. */
    auction(signal: AbortSignal): Promise<AuctionQuotes> {
        return readAuction(this.gameId, this.#ticket, signal);
    }

    /** Advice of a strong bot; with `guide`, it is not counted as a hint. */
    hint(guide = false): Promise<Hint> {
        return askHint(this.gameId, this.#ticket, guide);
    }

    /** Why a bot made the move of a version. */
    why(version: number): Promise<Why> {
        return askWhy(this.gameId, this.#ticket, version);
    }

    /** Total price of several cities. */
    plan(cities: readonly number[], order: PlanOrder, signal: AbortSignal): Promise<Plan> {
        return readPlan(this.gameId, this.#ticket, cities, order, signal);
    }

    /** Prices of fuel for the own seat. */
    fuel(signal: AbortSignal): Promise<FuelQuotes> {
        return readFuel(this.gameId, this.#ticket, signal);
    }

    /** Do something in the game. */
    act(action: Do): Promise<boolean> {
        return this.order({ type: 'act', do: action });
    }

    /** Do several things in the game by one order: all of them, or none. */
    actAll(actions: readonly Do[]): Promise<boolean> {
        const [only] = actions;
        return only && actions.length === 1 ? this.act(only) : this.order({ type: 'act', do_all: [...actions] });
    }

    /** Send an order; true if it was carried out. It is pending until the table shows its result. */
    async order(draft: OrderDraft): Promise<boolean> {
        if (this.pending || this.seat < 0 || this.isKept) return false;
        this.refusal = null;
        this.pending = { draft, at: Date.now(), tries: 0 };
        try {
            for (let tried = 1; ; tried += 1) {
                const offered = this.#offered();
                const outcome = await this.#deliver(nameOrder(draft, Math.max(this.store?.version ?? 0, 0)));
                if (outcome?.type === 'done') return true;
                // Something else happened first. If that changed no offer, the order still means the same.
                if (outcome?.type !== 'stale' || tried === MAX_TRIES || this.#offered() !== offered) return false;
            }
        } finally {
            this.pending = null;
        }
    }

    /** End the own undo window. Too late for it is no problem. */
    async endUndoWindow(): Promise<void> {
        if (this.pending || this.seat < 0 || this.isKept || !this.store) return;
        const order = nameOrder({ type: 'continue' }, this.store.version);
        const outcome = await deliver(ordersPath(this.gameId), this.#ticket, order, () => false);
        if (outcome?.type === 'done') await this.#catchUp(outcome.version);
    }

    /** The response to one order, once the table has reached its version. */
    async #deliver(order: NamedOrder): Promise<Outcome | null> {
        savePendingOrder(this.gameId, this.#ticket, order);
        const shouldRetry = (tries: number): boolean => {
            if (this.pending) this.pending = { ...this.pending, tries };
            return !this.#stopped;
        };
        const outcome = await deliver(ordersPath(this.gameId), this.#ticket, order, shouldRetry, {
            ...PAGE_DELIVERY,
            wait: this.#rest.wait,
        });
        // Otherwise the page sends it again when it is opened again.
        if (outcome) removePendingOrder(this.gameId);
        if (outcome?.type === 'refused') this.refusal = outcome;
        if (outcome?.type === 'stale') this.#apply(outcome);
        if (outcome && outcome.type !== 'refused') await this.#catchUp(outcome.version);
        return outcome;
    }

    /** Send an order again that had no response when the page was left. */
    async #sendUnanswered(): Promise<void> {
        const order = this.#ticket ? loadPendingOrder(this.gameId, this.#ticket) : null;
        if (!order || this.pending) return;
        this.pending = { draft: order, at: Date.now(), tries: 1 };
        try {
            await this.#deliver(order);
        } finally {
            this.pending = null;
        }
    }

    /** The state that an order depends on: the offers, and before the game the commitment. */
    #offered(): string {
        const view = this.store?.view;
        return JSON.stringify([view?.offers, view?.commitment]);
    }

    /** Leave the seat before the game begins. */
    async standUp(): Promise<void> {
        if (await this.order({ type: 'stand_up' })) {
            dropTicket(this.gameId, this.seat);
            this.#reseat();
        }
    }

    /** The finished game as a text. */
    readTranscript(): Promise<string> {
        return readTranscript(this.gameId, this.#ticket);
    }

    /** Progress or result of the analysis of the finished game. */
    readAnalysis(): Promise<AnalysisView> {
        return readAnalysis(this.gameId, this.#ticket);
    }

    askForAnalysis(): Promise<AnalysisView> {
        return askForAnalysis(this.gameId, this.#ticket);
    }

    /** A table that begins before a decision of the finished game. */
    tryPosition(move: number): Promise<Try> {
        return tryPosition(this.gameId, this.#ticket, move);
    }

    cancelAnalysis(): Promise<AnalysisView> {
        return cancelAnalysis(this.gameId, this.#ticket);
    }

    /** Take the own seat at the table of the rematch; returns its id. */
    async playAgain(): Promise<string> {
        const { game_id } = await callRematch(this.gameId, this.#ticket);
        const seated = await sitAgain(this.gameId, this.#ticket);
        if (seated.ticket) keepTicket(game_id, seated.ticket, seated.seat);
        return game_id;
    }

    /**
     * Switch to another seat of this device; -1 is the public view. The table stays until the new one is loaded. With
     * `hidesMoney` the page holds no hidden money from now on, neither of the last seat nor of the new one.
     */
    takeSeat(seat: number, { hidesMoney }: { hidesMoney: boolean }): void {
        this.#looking = seat;
        this.#hidesMoney = hidesMoney;
        this.refusal = null;
        if (hidesMoney) this.#forgetSecrets();
        this.#reseat(true);
    }

    /** Replace the table by what a spectator sees of it. */
    #forgetSecrets(): void {
        const before = this.store;
        if (!before?.view || !this.sheet) return;
        const store = this.#newStore(this.sheet, SPECTATOR);
        store.apply(publicFrame(before.view));
        store.addPast(before.happened);
        this.store = store;
    }

    #takeTicket(): void {
        const held = ticketsOf(this.gameId);
        this.held = held.map((each) => each.seat);
        const mine = held.length > 1 ? held.find((each) => each.seat === this.#looking) : held[0];
        this.#ticket = mine?.ticket ?? '';
        this.seat = mine?.seat ?? -1;
    }

    /** Reset for another seat, which sees another table. */
    #reseat(staysMeanwhile = false): void {
        this.#takeTicket();
        if (!this.sheet) return;
        const store = this.#newStore(this.sheet, this.seat < 0 ? SPECTATOR : this.seat);
        this.#coming = staysMeanwhile ? store : null;
        if (!staysMeanwhile) this.store = store;
        this.isKept = false;
        this.#wanted = -1;
        this.talk.begin();
        this.#socket.start();
    }

    /** Without a ticket the server identifies the seat by the account. */
    #adopt(viewer: number): void {
        // While a shared device changes hands there is no viewer, even with a session.
        if (this.#ticket || this.held.length > 1 || !this.sheet || this.store?.viewer === viewer) return;
        this.seat = Math.max(viewer, -1);
        this.store = this.#newStore(this.sheet, viewer);
    }

    /** A store with its own effect root: created within another effect, it would end with that effect. */
    #newStore(sheet: TableSheet, viewer: number): TableStore {
        let store: TableStore | undefined;
        $effect.root(() => {
            store = new TableStore(sheet as unknown as RulesSheet, viewer);
        });
        return store!;
    }

    #changed(connection: Connection): void {
        if (connection === 'bad-ticket' && this.seat >= 0) {
            dropTicket(this.gameId, this.seat);
            this.#reseat();
            return;
        }
        // A change of the viewer is no lost connection.
        if (connection !== 'connecting' || !this.#coming) this.connection = connection;
        if (connection === 'open') {
            // End the pauses of waiting requests.
            this.#rest.wake();
            this.talk.catchUp();
        } else if (connection === 'away') {
            this.here = null;
            void this.#showKept();
        }
    }

    #onNetwork(): () => void {
        const back = (): void => this.tryNow();
        const gone = (): void => this.#socket.lose();
        addEventListener('online', back);
        addEventListener('offline', gone);
        return () => {
            removeEventListener('online', back);
            removeEventListener('offline', gone);
        };
    }

    #hear(frame: Frame): void {
        this.#heard();
        if (frame.type === 'table') this.#adopt(frame.table.viewer);
        this.talk.hear(frame);
        if (frame.type === 'presence') this.#attend(frame);
        if (this.#coming && frame.type !== 'table') return;
        const past = this.#coming ? (this.store?.happened ?? []) : [];
        this.store = this.#coming ?? this.store;
        this.#coming = null;
        this.#apply(frame);
        this.store?.addPast(past);
        const store = this.store;
        if (store && !this.isKept && 'version' in frame && frame.version > store.version)
            void this.#catchUp(frame.version);
    }

    /** Update the seats that are present, and since when the others are not. */
    #attend({ seats, away }: PresenceFrame): void {
        this.here = new Set(seats);
        const told = new Map(away.map((each) => [each.seat, each.since]));
        const all = this.store?.view?.seats.keys() ?? [];
        const gone = [...all].filter((seat) => !seats.includes(seat));
        const now = Date.now();
        this.awaySince = new Map(gone.map((seat) => [seat, told.get(seat) ?? this.awaySince.get(seat) ?? now]));
    }

    #heard(): void {
        this.heardAt = Date.now();
        this.#unanswered = 0;
        this.#staleness.heard();
    }

    #apply(frame: Frame): void {
        const store = this.store;
        // Entries after the stored table are unknown: only a whole table replaces it.
        if (!store || (this.isKept && frame.type !== 'table')) return;
        this.isKept = false;
        const before = store.version;
        const told = frame.type === 'stale' ? frame.missing : frame.type === 'happened' ? [frame] : [];
        const news = told.filter((each) => each.version > before);
        if (news[0]?.version === before + 1) for (const listener of this.#listeners) listener(news);
        store.apply(
            frame.type === 'table' && this.#hidesMoney ? { ...frame, table: withoutMoney(frame.table) } : frame,
        );
        if (news.some((each) => each.kind === 'table_changed')) void this.#begin();
        if (frame.type === 'table') void this.#readPast(store);
        if (store.version >= 0) this.#keeper.note();
    }

    /** Request missing entries up to a version that was reported elsewhere. */
    #catchUp(version: number): Promise<void> {
        this.#wanted = Math.max(this.#wanted, version);
        this.#reading ??= this.#readMissing().finally(() => (this.#reading = null));
        return this.#reading;
    }

    async #readMissing(): Promise<void> {
        let isWhole = false;
        for (let failed = 0; !this.#stopped;) {
            const store = this.store;
            if (!store || store.version >= this.#wanted) return;
            try {
                await this.#readOnce(store, isWhole || store.version < 0);
                // The entries cannot be folded, or belong to a table with another history.
                isWhole = true;
                failed = 0;
            } catch (error) {
                if (!(error instanceof WireProblem)) throw error;
                if (error.status === 403 || error.status === 404 || error.code === 'set_aside') return;
                await this.#rest.wait(pauseAfter(failed, FIRST_PAUSE, LONGEST_PAUSE));
                failed += 1;
            }
        }
    }

    async #readOnce(store: TableStore, isWhole: boolean): Promise<void> {
        const frame = isWhole
            ? await readTable(this.gameId, this.#ticket)
            : await readEntries(this.gameId, this.#ticket, store.version);
        if (store !== this.store) return;
        this.#apply(frame);
        // The whole table is authoritative, even if a later version was seen before a restore from backup.
        if (isWhole) this.#wanted = Math.min(this.#wanted, store.version);
    }

    /** Probe the connection after a silence: the table may be quiet, or the socket dead. */
    async #check(): Promise<void> {
        const store = this.store;
        const isShut = this.connection === 'unknown-table' || this.connection === 'set-aside';
        if (!store || !this.#hasBegun || this.#stopped || this.#coming || isShut) return;
        try {
            const before = store.version;
            await this.#readOnce(store, before < 0 || this.isKept);
            this.heardAt = Date.now();
            this.#unanswered = 0;
            if (store.version === before || store !== this.store) return;
            this.#heard();
            if (this.connection === 'open') this.#socket.renew();
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            this.#unanswered += 1;
            if (this.#unanswered >= MAX_UNANSWERED) this.#socket.lose();
        }
    }

    /**
     * Load the entries from before this page was opened, for the log. The result screen needs all of them, so failures
     * are retried.
     */
    async #readPast(store: TableStore): Promise<void> {
        for (let failed = 0; !this.#stopped && store === this.store && !this.isKept; failed += 1) {
            if (store.happened[0]?.version === 1 || store.version < 1) return;
            try {
                if (store.addPast(await this.#entriesUpTo(store.happened[0]?.version ?? store.version + 1))) return;
                // Meanwhile the whole table was sent, at a later version.
            } catch (error) {
                if (!(error instanceof WireProblem)) throw error;
                if (error.status === 404 || error.code === 'set_aside') return;
            }
            await this.#rest.wait(pauseAfter(failed, FIRST_PAUSE, LONGEST_PAUSE));
        }
    }

    /** All entries before a version, in responses of a thousand at most. */
    async #entriesUpTo(version: number): Promise<HappenedFrame[]> {
        const found: HappenedFrame[] = [];
        for (let last = 0; last < version - 1;) {
            const { missing } = await readEntries(this.gameId, this.#ticket, last);
            if (missing.length === 0) break;
            found.push(...missing);
            last = missing.at(-1)!.version;
        }
        return found;
    }

    /** Load the sheet first: all names depend on it. */
    async #begin(): Promise<void> {
        for (let failed = 0; !this.#stopped; failed += 1) {
            try {
                this.sheet = await readSheet(this.gameId);
                this.#hasBegun = true;
                if (this.isKept) this.#socket.start();
                else this.#reseat();
                return await this.#sendUnanswered();
            } catch (error) {
                if (!(error instanceof WireProblem)) throw error;
                const isQuarantined = error.code === 'set_aside';
                this.connection = isQuarantined ? 'set-aside' : error.status === 404 ? 'unknown-table' : 'away';
                if (isQuarantined || error.status === 404) return;
                await this.#showKept();
                await this.#rest.wait(pauseAfter(failed, FIRST_PAUSE, LONGEST_PAUSE));
            }
        }
    }

    /** Offline: show the table from this browser's storage. */
    async #showKept(): Promise<void> {
        if ((this.store?.version ?? -1) >= 0) return;
        const table = await keptTable(this.gameId, this.seat);
        if (!table || (this.store?.version ?? -1) >= 0 || this.#stopped) return;
        const store = this.#newStore(table.sheet, this.seat < 0 ? SPECTATOR : this.seat);
        store.apply({ type: 'table', version: table.view.version, table: table.view });
        store.addPast(table.happened);
        this.heardAt = table.at;
        this.isKept = true;
        this.sheet = table.sheet;
        this.store = store;
    }

    #toKeep(): ReturnType<typeof kept> | null {
        const view = this.store?.view;
        // On a shared device the view of one seat is not stored for the others.
        if (!view || !this.sheet || this.isKept || this.held.length > 1) return null;
        return kept(this.gameId, this.heardAt, this.seat, this.sheet, view, this.store?.happened ?? []);
    }
}
