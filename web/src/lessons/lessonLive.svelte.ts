/** The table of a lesson: plays its script where a running game has a connection to the server. */
import type { RulesSheet } from '../game/sheet';
import { TableStore } from '../game/store.svelte';
import type { Do, HappenedFrame, LessonScript, LessonStep, TableSheet, TableView } from '../protocol/api';
import type { Live } from '../wire/live.svelte';
import type { OrderDraft } from '../wire/orders';
import type { PendingOrder } from '../wire/pendingOrders';
import type { Reason } from '../wire/problem';
import { Talk } from '../wire/tableTalk.svelte';

type Listener = (frames: readonly HappenedFrame[]) => void;
type Asked<Name extends 'quotes' | 'outlook' | 'auction' | 'plan' | 'fuel'> = ReturnType<Live[Name]>;

/** An action without its end of the turn, which the script has anyway. */
const isEnd = (action: Do): boolean => action.do === 'finish-buying' || action.do === 'finish-building';

/** True if these orders are the turn of a step, in any order. */
export function isTurn(plays: readonly Do[], orders: readonly Do[]): boolean {
    const sorted = (actions: readonly Do[]): string[] =>
        (actions.length > 1 ? actions.filter((action) => !isEnd(action)) : actions)
            .map((action) => JSON.stringify(Object.entries(action).sort(([a], [b]) => a.localeCompare(b))))
            .sort();
    return JSON.stringify(sorted(plays)) === JSON.stringify(sorted(orders));
}

/** There is no server behind a lesson. */
const never = (): Promise<never> => Promise.reject(new Error('a lesson has no server'));

export class LessonLive implements Live {
    store = $state.raw<TableStore | null>(null);
    readonly sheet: TableSheet;
    readonly gameId: string;
    readonly seat: number;
    readonly held: readonly number[];
    readonly talk: Talk;
    readonly connection = 'open';
    readonly heardAt = Date.now();
    readonly here = null;
    readonly awaySince: ReadonlyMap<number, number> = new Map();
    readonly isKept = false;
    pending = $state.raw<PendingOrder | null>(null);
    readonly isSending: boolean = $derived(this.pending !== null);
    refusal = $state.raw<Reason | null>(null);
    /** The step that is played; their number after the last one. */
    place = $state(0);
    #listeners = new Set<Listener>();

    constructor(
        readonly script: LessonScript,
        /** Called with an order that is not the step's. */
        readonly onwrong: () => void,
    ) {
        this.sheet = script.sheet;
        this.gameId = `lesson-${script.lesson_id}`;
        this.seat = script.table.viewer;
        this.held = [this.seat];
        this.talk = new Talk(this.gameId, { ticket: () => '', seat: () => -1, name: () => '' });
        this.#open(script.table);
    }

    get step(): LessonStep | undefined {
        return this.script.steps[this.place];
    }

    /** The step is done: open the next one, at the moment of its decision. */
    next(): void {
        this.place += 1;
        for (const frame of this.step?.skipped ?? []) this.store?.apply(frame);
    }

    #open(table: TableView): void {
        let store: TableStore | undefined;
        // A store with its own effect root: created within an effect, it would end with it.
        $effect.root(() => {
            store = new TableStore(this.sheet as unknown as RulesSheet, this.seat);
        });
        store!.apply({ type: 'table', version: table.version, table });
        store!.addPast(this.script.past);
        this.store = store!;
    }

    onHappened(listener: Listener): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    act(action: Do): Promise<boolean> {
        return this.actAll([action]);
    }

    actAll(actions: readonly Do[]): Promise<boolean> {
        return this.order({ type: 'act', do_all: [...actions] });
    }

    /** Carry out the turn of the step; any other order does nothing. */
    async order(draft: OrderDraft): Promise<boolean> {
        const step = this.step;
        const { store } = this;
        if (this.pending || !step || !store) return false;
        if (draft.type !== 'act' || step.chooses.length > 0 || !isTurn(step.plays, draft.do_all ?? [])) {
            this.onwrong();
            return false;
        }
        this.pending = { draft, at: Date.now(), tries: 0 };
        for (const listener of this.#listeners) listener(step.happens);
        for (const frame of step.happens) store.apply(frame);
        // The animation begins with the own order while it is pending.
        await Promise.resolve();
        this.pending = null;
        this.next();
        return true;
    }

    quotes(): Asked<'quotes'> {
        return this.#told((step) => step.quotes);
    }

    auction(): Asked<'auction'> {
        return this.#told((step) => step.auction);
    }

    /** The outlook of the step, also at the versions after it. */
    async outlook(): Asked<'outlook'> {
        const outlook = await this.#told((step) => step.outlook);
        return { ...outlook, version: this.store?.version ?? 0 };
    }

    /** The prices of the cities that a step builds in; others are never planned. */
    async plan(cities: readonly number[]): Asked<'plan'> {
        const wanted = String([...cities].sort());
        const plans = await this.#told((step) => step.plans);
        const found = plans.find((plan) => String(plan.cities.map(({ city }) => city).sort()) === wanted);
        return found ?? never();
    }

    fuel(): Asked<'fuel'> {
        return never();
    }

    async #told<Part>(partOf: (step: LessonStep) => Part): Promise<Part> {
        const step = this.step ?? this.script.steps.at(-1);
        return step ? partOf(step) : never();
    }

    stop(): void {
        this.#listeners.clear();
    }

    tryNow(): void {
        // Never away.
    }

    takeSeat(): void {
        // One seat.
    }

    endUndoWindow = (): Promise<void> => Promise.resolve();
    sit = never;
    hint = never;
    why = never;
    standUp = never;
    readTranscript = never;
    readAnalysis = never;
    askForAnalysis = never;
    tryPosition = never;
    cancelAnalysis = never;
    playAgain = never;
}
