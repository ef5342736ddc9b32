/** A table that this page watches, and the seat that it holds there. */
import { SPECTATOR } from '../game/ids';
import type { RulesSheet } from '../game/sheet';
import { TableStore } from '../game/store.svelte';
import { Keeper } from '../offline/keeper';
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
    RefusedFrame,
    TableSheet,
    Try,
    Why,
} from '../protocol/api';
import { Talk } from './tableTalk.svelte';
import { deliver, nameOrder, type NamedOrder, type Outcome, WAYS, type Wish } from './orders';
import { dropSent, keepSent, unanswered } from './outbox';
import { pauseAfter, Rest } from './pause';
import type { Pending } from './pending';
import { WireProblem } from './problem';
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
import { Silence } from './silence';
import { type Connection, TableSocket } from './socket';
import { dropTicket, keepTicket, onTicketChange, ticketsOf } from './tickets';

const MOST_TRIES = 4;
const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 10_000;
/** One question may get lost; two in a row mean that the line is gone. */
const MOST_UNHEARD = 2;

type Listener = (frames: readonly HappenedFrame[]) => void;

export class Live {
    /** Nothing until the sheet of the table has come. */
    store = $state.raw<TableStore | null>(null);
    sheet = $state.raw<TableSheet | null>(null);
    connection = $state<Connection>('connecting');
    /** When the last word came, for a page that lost its connection. */
    heardAt = $state(Date.now());
    seat = $state(-1);
    /** The seats of people on this device. With several, `takeSeat` says who looks; at first nobody does. */
    held = $state.raw<readonly number[]>([]);
    /** The seats that somebody watches from; null while that is not known. */
    here = $state.raw<ReadonlySet<number> | null>(null);
    /** Since when a seat is not watched from: as the server says, or else as this page noticed. */
    awaySince = $state.raw<ReadonlyMap<number, number>>(new Map());
    readonly talk: Talk;
    /** The table is from this browser's memory: the server has not been reached since the page was opened. */
    isKept = $state(false);
    /** The order that is on its way. */
    pending = $state.raw<Pending | null>(null);
    readonly isSending: boolean = $derived(this.pending !== null);
    refusal = $state.raw<RefusedFrame | null>(null);

    #ticket = '';
    #looking = -1;
    /** What the next viewer will see; shown once it has come. */
    #coming: TableStore | null = null;
    #socket: TableSocket;
    #silence: Silence;
    #keeper: Keeper;
    #rest = new Rest();
    #forget: (() => void)[] = [];
    #listeners = new Set<Listener>();
    #reading: Promise<void> | null = null;
    #wanted = -1;
    #unheard = 0;
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
        this.#silence = new Silence(() => this.#check());
        this.#keeper = new Keeper(() => this.#toKeep());
        this.#forget.push(
            onTicketChange(gameId, () => this.#reseat()),
            this.#onNetwork(),
        );
        void this.#begin();
    }

    stop(): void {
        this.#stopped = true;
        for (const forget of this.#forget) forget();
        this.#silence.stop();
        this.#keeper.stop();
        this.#socket.stop();
        this.#rest.wake();
    }

    /** Try to connect at once. */
    tryNow(): void {
        this.#rest.wake();
        if (this.#hasBegun) this.#socket.start();
    }

    /** Be told of what happened just before the table shows it. */
    onHappened(listener: Listener): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** Take a seat, for oneself or for a bot. */
    async sit(seat: number, name: string, bot = ''): Promise<void> {
        const seated = await sitDown(this.gameId, seat, { name, bot });
        if (bot) return;
        // An account needs no ticket: the next frame tells the seat.
        if (seated.ticket) keepTicket(this.gameId, seated.ticket, seat);
        this.#reseat();
    }

    /** What each city would cost the own seat. */
    quotes(signal: AbortSignal): Promise<Quotes> {
        return readQuotes(this.gameId, this.#ticket, signal);
    }

    /** What follows at the table. */
    outlook(signal: AbortSignal): Promise<Outlook> {
        return readOutlook(this.gameId, this.#ticket, signal);
    }

    /** What the auction is for the own seat. */
    auction(signal: AbortSignal): Promise<AuctionQuotes> {
        return readAuction(this.gameId, this.#ticket, signal);
    }

    /** What a strong bot would do there; the guide asks without being counted. */
    hint(guide = false): Promise<Hint> {
        return askHint(this.gameId, this.#ticket, guide);
    }

    /** Why a bot made the move of a version. */
    why(version: number): Promise<Why> {
        return askWhy(this.gameId, this.#ticket, version);
    }

    /** What several cities would cost it together. */
    plan(cities: readonly number[], order: PlanOrder, signal: AbortSignal): Promise<Plan> {
        return readPlan(this.gameId, this.#ticket, cities, order, signal);
    }

    /** What fuel would cost it. */
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

    /** Send an order; whether it was carried out. It is pending until the table shows what became of it. */
    async order(wish: Wish): Promise<boolean> {
        if (this.pending || this.seat < 0 || this.isKept) return false;
        this.refusal = null;
        this.pending = { wish, at: Date.now(), tries: 0 };
        try {
            for (let tried = 1; ; tried += 1) {
                const offered = this.#offered();
                const outcome = await this.#deliver(nameOrder(wish, Math.max(this.store?.version ?? 0, 0)));
                if (outcome?.type === 'done') return true;
                // Something else happened first. If that changed no offer, the order still means the same.
                if (outcome?.type !== 'stale' || tried === MOST_TRIES || this.#offered() !== offered) return false;
            }
        } finally {
            this.pending = null;
        }
    }

    /** What became of one order, once the table is as far as the answer. */
    async #deliver(order: NamedOrder): Promise<Outcome | null> {
        keepSent(this.gameId, this.#ticket, order);
        const goOn = (tries: number): boolean => {
            if (this.pending) this.pending = { ...this.pending, tries };
            return !this.#stopped;
        };
        const outcome = await deliver(ordersPath(this.gameId), this.#ticket, order, goOn, {
            ...WAYS,
            wait: this.#rest.wait,
        });
        // A page that was left sends it again when it comes back.
        if (outcome) dropSent(this.gameId);
        if (outcome?.type === 'refused') this.refusal = outcome;
        if (outcome?.type === 'stale') this.#apply(outcome);
        if (outcome && outcome.type !== 'refused') await this.#catchUp(outcome.version);
        return outcome;
    }

    /** An order that had no answer when the page was left. */
    async #sendUnanswered(): Promise<void> {
        const order = this.#ticket ? unanswered(this.gameId, this.#ticket) : null;
        if (!order || this.pending) return;
        this.pending = { wish: order, at: Date.now(), tries: 1 };
        try {
            await this.#deliver(order);
        } finally {
            this.pending = null;
        }
    }

    /** What an order goes by: what is offered, and before the game what is promised. */
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

    /** How far the analysis of the finished game is. */
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

    /** Look from another seat of this device; -1 looks as a stranger. What the last one saw may stay until the table has come. */
    takeSeat(seat: number, staysMeanwhile: boolean): void {
        this.#looking = seat;
        this.refusal = null;
        this.#reseat(staysMeanwhile);
    }

    #takeTicket(): void {
        const held = ticketsOf(this.gameId);
        this.held = held.map((each) => each.seat);
        const mine = held.length > 1 ? held.find((each) => each.seat === this.#looking) : held[0];
        this.#ticket = mine?.ticket ?? '';
        this.seat = mine?.seat ?? -1;
    }

    /** Another seat sees another table: begin anew. */
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

    /** Without a ticket the server knows the seat by the account. */
    #adopt(viewer: number): void {
        // Behind the curtain of a shared device nobody looks, whoever is signed in.
        if (this.#ticket || this.held.length > 1 || !this.sheet || this.store?.viewer === viewer) return;
        this.seat = Math.max(viewer, -1);
        this.store = this.#newStore(this.sheet, viewer);
    }

    /** A store of its own root: made within somebody's effect, it would end with that effect. */
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
            // What waited for the server need not wait any longer.
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

    /** Who is there, and since when the others are not. */
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
        this.#unheard = 0;
        this.#silence.heard();
    }

    #apply(frame: Frame): void {
        const store = this.store;
        // What happened after the kept table is not known: only a whole one takes its place.
        if (!store || (this.isKept && frame.type !== 'table')) return;
        this.isKept = false;
        const before = store.version;
        const told = frame.type === 'stale' ? frame.missing : frame.type === 'happened' ? [frame] : [];
        const news = told.filter((each) => each.version > before);
        if (news[0]?.version === before + 1) for (const listener of this.#listeners) listener(news);
        store.apply(frame);
        if (news.some((each) => each.kind === 'table_changed')) void this.#begin();
        if (frame.type === 'table') void this.#readPast(store);
        if (store.version >= 0) this.#keeper.note();
    }

    /** Ask for what is missing up to a version that somebody has seen. */
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
                // Entries that did not get there cannot be folded, or are of a table with another past.
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
        // The whole table is the truth, even if somebody has seen a later one before a backup came back.
        if (isWhole) this.#wanted = Math.min(this.#wanted, store.version);
    }

    /** Nothing was heard for a while: is it quiet at the table, or is the line dead? */
    async #check(): Promise<void> {
        const store = this.store;
        const isShut = this.connection === 'unknown-table' || this.connection === 'set-aside';
        if (!store || !this.#hasBegun || this.#stopped || this.#coming || isShut) return;
        try {
            const before = store.version;
            await this.#readOnce(store, before < 0 || this.isKept);
            this.heardAt = Date.now();
            this.#unheard = 0;
            if (store.version === before || store !== this.store) return;
            this.#heard();
            if (this.connection === 'open') this.#socket.renew();
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            this.#unheard += 1;
            if (this.#unheard >= MOST_UNHEARD) this.#socket.lose();
        }
    }

    /** What happened before this page was opened, for the log. The end of the game is shown with all of it, so nothing gives up here. */
    async #readPast(store: TableStore): Promise<void> {
        for (let failed = 0; !this.#stopped && store === this.store && !this.isKept; failed += 1) {
            if (store.happened[0]?.version === 1 || store.version < 1) return;
            try {
                if (store.addPast(await this.#entriesUpTo(store.happened[0]?.version ?? store.version + 1))) return;
                // Meanwhile the table was sent anew, and is further on.
            } catch (error) {
                if (!(error instanceof WireProblem)) throw error;
                if (error.status === 404 || error.code === 'set_aside') return;
            }
            await this.#rest.wait(pauseAfter(failed, FIRST_PAUSE, LONGEST_PAUSE));
        }
    }

    /** All entries before a version; one answer holds a thousand at most. */
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

    /** The sheet first: without it nothing can be named. */
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
                const isAside = error.code === 'set_aside';
                this.connection = isAside ? 'set-aside' : error.status === 404 ? 'unknown-table' : 'away';
                if (isAside || error.status === 404) return;
                await this.#showKept();
                await this.#rest.wait(pauseAfter(failed, FIRST_PAUSE, LONGEST_PAUSE));
            }
        }
    }

    /** Without the server: the table as this browser last saw it. */
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
        // On a shared device what one seat saw is not kept for the others.
        if (!view || !this.sheet || this.isKept || this.held.length > 1) return null;
        return kept(this.gameId, this.heardAt, this.seat, this.sheet, view, this.store?.happened ?? []);
    }
}
