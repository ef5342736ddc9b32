/**
 * Cities and fuel prepared for the player's next turn in this round. The server prices both as if it were that turn.
 * At the turn the kept prices are compared with the present ones. Prepared items end with their phase.
 */
import type { FuelChoices, FuelQuotes, Plan } from '../protocol/api';
import { keepReady, keptReady } from '../wire/keptChoices';
import type { PlanOrder } from '../wire/rest';
import type { OfferOf } from './chosen';
import { mostOf } from './fuelRoom';

export type Part = 'cities' | 'fuel';

/** A prepared order, with its current price. */
export interface Prepared extends Prices {
    readonly part: Part;
    /** Cities as they were chosen, or the amount of each kind of fuel. */
    readonly chosen: readonly number[];
    readonly order: PlanOrder;
    /** Units of each kind available; cities have no such limit. */
    readonly most?: readonly number[];
}

/** A kept order, with its price when it was kept. */
export interface Kept extends Prepared {
    readonly round: number;
    /** True if it is sent automatically. */
    readonly sends: boolean;
}

/** The current moment of the table, never an earlier one. */
export interface Moment {
    readonly viewer: number;
    readonly round: number;
    readonly phase: string;
    readonly actor: number;
    /** True if the viewer may prepare anything here. */
    readonly canPrepare: boolean;
    /** Seats that act in this phase after the actor; null if unknown. */
    readonly following: readonly number[] | null;
}

type KeptParts = Readonly<Partial<Record<Part, Kept>>>;
/** Requests the price of fuel from the server; cancelled by the signal. */
type AskFuel = (signal: AbortSignal) => Promise<FuelQuotes>;

const PARTS: readonly Part[] = ['fuel', 'cities'];

export class Ready {
    /** True if cities can be prepared now: the player's turn to build is still to come. */
    isForCities = $state(false);
    isForFuel = $state(false);
    #kept = $state.raw<KeptParts>({});
    #fuel = $state.raw<FuelQuotes | null>(null);
    #viewer = -1;
    #round = -1;
    #moment = '';
    #comes: boolean | null = null;

    constructor(readonly gameId: string) {}

    /** The prepared items of a part in this round. */
    of(part: Part): Kept | null {
        return this.#kept[part] ?? null;
    }

    /** Fuel on sale to a waiting player. */
    get buys(): OfferOf<'buy'>[] {
        const offers = this.isForFuel ? (this.#fuel?.offers ?? []) : [];
        return offers.filter((offer) => offer.offer === 'buy');
    }

    get fuel(): FuelChoices | null {
        return this.isForFuel ? (this.#fuel?.choices ?? null) : null;
    }

    /** Switch to a moment. Returns the parts without a further turn in this round, or of an earlier round. */
    turnTo({ viewer, round, phase, actor, canPrepare, following }: Moment): readonly Part[] {
        const isMine = actor === viewer;
        const moment = `${viewer}.${round}.${phase}`;
        if (moment !== this.#moment) this.#comes = null;
        this.#moment = moment;
        // After the player's turn no other follows, unless the server says so.
        if (isMine) this.#comes = false;
        else if (following) this.#comes = following.includes(viewer);
        const mayCome = isMine || this.#comes !== false;
        const comes = !isMine && this.#comes === true;
        const isFuel = phase === 'resources';
        this.isForFuel = canPrepare && isFuel && comes;
        this.isForCities = canPrepare && !isMine && (isFuel || (phase === 'building' && comes));
        if (viewer !== this.#viewer) this.#kept = keptReady<KeptParts>(this.gameId, viewer) ?? {};
        const isNew = this.#round >= 0 && (round !== this.#round || viewer !== this.#viewer);
        this.#viewer = viewer;
        this.#round = round;
        const lives = { fuel: isFuel && mayCome, cities: isFuel || (phase === 'building' && mayCome) };
        for (const part of PARTS) if (!lives[part] || this.of(part)?.round !== round) this.forget(part);
        return PARTS.filter((part) => isNew || !lives[part]);
    }

    keep(prepared: Prepared, sends = false): void {
        const { part, chosen, order, prices, total } = prepared;
        this.#kept = { ...this.#kept, [part]: { part, chosen, order, prices, total, round: this.#round, sends } };
        this.#store();
    }

    forget(part: Part): void {
        if (!this.of(part)) return;
        this.#kept = { ...this.#kept, [part]: undefined };
        this.#store();
    }

    /** The kept items, if the same ones are prepared now. */
    same(now: Prepared): Kept | null {
        const kept = this.of(now.part);
        return kept && isSame(kept, now) ? kept : null;
    }

    /** Items that are dearer or gone since they were kept. */
    changes(now: Prepared | null): readonly Change[] {
        const kept = now && this.same(now);
        return kept ? changesOf(kept, now) : [];
    }

    /** True if it is kept and not dearer. */
    isKept(now: Prepared): boolean {
        const kept = this.same(now);
        return kept !== null && isStillValid(kept, now);
    }

    /** True if it may be sent automatically. */
    isDue(now: Prepared): boolean {
        return this.isKept(now) && this.of(now.part)?.sends === true;
    }

    /** Request the price of fuel at a version, unless it is cached; returns a function that cancels it. */
    fetchFuel(version: number, ask: AskFuel): () => void {
        const calling = new AbortController();
        if (version >= 0 && this.#fuel?.version !== version) void this.#ask(ask, calling.signal);
        return () => calling.abort();
    }

    async #ask(ask: AskFuel, signal: AbortSignal): Promise<void> {
        try {
            const told = await ask(signal);
            if (!signal.aborted) this.#fuel = told;
        } catch {
            // The next position is requested again; the last prices stay until then.
        }
    }

    #store(): void {
        const isEmpty = PARTS.every((part) => !this.#kept[part]);
        if (this.#viewer >= 0) keepReady(this.gameId, this.#viewer, isEmpty ? null : this.#kept);
    }
}

/** True for the same cities in the same order, or for fuel in the amount that is left. */
function isSame(kept: Kept, now: Prepared): boolean {
    const { most } = now;
    const wanted = most ? kept.chosen.map((amount, kind) => Math.min(amount, most[kind] ?? 0)) : kept.chosen;
    const { length } = wanted.length > now.chosen.length ? wanted : now.chosen;
    const isEqual = Array.from({ length }).every((_, place) => (wanted[place] ?? 0) === (now.chosen[place] ?? 0));
    return isEqual && kept.order === now.order;
}

/** Price of one thing: a city by its number, or a count of a kind of fuel. */
export interface Price {
    readonly thing: number;
    readonly count: number;
    readonly price: number;
}

export interface Prices {
    readonly prices: readonly Price[];
    readonly total: number;
}

export interface Change {
    readonly thing: number;
    readonly was: number;
    /** Null if it is no longer available, or not in that amount. */
    readonly now: number | null;
}

/**
 * Items that are dearer or gone. If the total is not dearer, single prices do not matter: another building order may
 * have shifted them.
 */
export function changesOf(before: Prices, now: Prices): Change[] {
    return before.prices.flatMap(({ thing, count, price: was }): Change[] => {
        const same = now.prices.find((each) => each.thing === thing);
        if (!same || same.count < count) return [{ thing, was, now: null }];
        return same.price > was && now.total > before.total ? [{ thing, was, now: same.price }] : [];
    });
}

/** True if it is still available, for at most the same price. */
export function isStillValid(before: Prices, now: Prices): boolean {
    return now.total <= before.total && changesOf(before, now).length === 0;
}

interface PlannedCities {
    readonly cities: readonly number[];
    readonly order: PlanOrder;
    readonly priced: Plan | null;
}

/** The planned cities with their prices; null while none is chosen or the server has not priced them. */
export function preparedCities({ priced, cities, order }: PlannedCities): Prepared | null {
    if (!priced || cities.length === 0) return null;
    const prices = priced.cities.map(({ city, house, connection }) => ({
        thing: city,
        count: 1,
        price: house + connection,
    }));
    return { part: 'cities', chosen: cities, order, prices, total: priced.total };
}

/** The chosen fuel with its prices; null while none is chosen. */
export function preparedFuel(
    buys: readonly OfferOf<'buy'>[],
    amounts: readonly number[],
    nKinds: number,
): Prepared | null {
    const prices = buys.flatMap(({ resource: thing, costs }) => {
        const count = amounts[thing] ?? 0;
        return count > 0 ? [{ thing, count, price: costs[count - 1] ?? 0 }] : [];
    });
    if (prices.length === 0) return null;
    const total = prices.reduce((sum, { price }) => sum + price, 0);
    return { part: 'fuel', chosen: amounts, order: 'chosen', prices, total, most: mostOf(buys, nKinds) };
}
