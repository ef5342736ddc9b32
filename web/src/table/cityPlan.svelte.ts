/** Several cities that a player plans to build together. The server orders them and prices them as a whole. */
import type { Quote } from '../map/looks';
import type { MayConnect, Plan, PlannedCity } from '../protocol/api';
import type { PlanOrder } from '../wire/rest';
import { drawnQuote } from './quoteBook.svelte';

/** Requests prices from the server; cancelled by the signal. */
export type AskPlan = (cities: readonly number[], order: PlanOrder, signal: AbortSignal) => Promise<Plan>;

const MAX_TRIES = 3;
const PAUSE = 1000;

export class CityPlan {
    /** Cities in the order in which they were chosen. */
    cities = $state.raw<readonly number[]>([]);
    order = $state<PlanOrder>('cheapest');
    /** The city that was selected last, or -1. */
    shown = $state(-1);
    #told = $state.raw<{ asked: string; plan: Plan } | null>(null);
    #position = $state('');
    /** The plan before it was hidden; dropped in another position. */
    #aside: { position: string; cities: readonly number[] } = { position: '', cities: [] };
    readonly #asked = $derived(JSON.stringify([this.#position, this.order, this.cities]));

    /** The plan as the server prices it; null while the request is pending. */
    readonly priced: Plan | null = $derived(this.#told?.asked === this.#asked ? this.#told.plan : null);
    /** The last priced plan, drawn until new prices come, so that the map does not flicker. */
    readonly latest: Plan | null = $derived(this.cities.length > 0 ? (this.#told?.plan ?? null) : null);

    has(city: number): boolean {
        return this.cities.includes(city);
    }

    add(city: number): void {
        if (!this.has(city)) this.cities = [...this.cities, city];
        this.shown = city;
    }

    remove(city: number): void {
        this.cities = this.cities.filter((each) => each !== city);
        this.shown = this.cities.at(-1) ?? -1;
    }

    /** Move a city within the shown order; from now on the order is the player's own. */
    move(shown: readonly number[], city: number, place: number): void {
        this.cities = shown.filter((each) => each !== city).toSpliced(place, 0, city);
        this.order = 'chosen';
    }

    /** Plan exactly these cities. */
    set(cities: readonly number[]): void {
        this.cities = cities;
        this.shown = cities.at(-1) ?? -1;
    }

    /** Hide the plan, to see the prices without it; a second call restores it. */
    toggle(): void {
        const aside = this.#aside.position === this.#position ? this.#aside.cities : [];
        this.#aside = { position: this.#position, cities: this.cities };
        this.set(this.cities.length > 0 ? [] : aside);
    }

    /** The cities in building order, where it is known. */
    get inOrder(): readonly PlannedCity[] {
        return this.priced?.cities ?? [];
    }

    /** Request the prices in a position unless they are cached; returns a function that cancels it. */
    fetch(position: string, ask: AskPlan): () => void {
        const calling = new AbortController();
        this.#position = position;
        if (position !== '' && this.cities.length > 0 && this.priced === null) void this.#ask(ask, calling.signal);
        return () => calling.abort();
    }

    async #ask(ask: AskPlan, signal: AbortSignal): Promise<void> {
        const asked = this.#asked;
        for (let tried = 1; tried <= MAX_TRIES && !signal.aborted; tried += 1) {
            try {
                const plan = await ask(this.cities, this.order, signal);
                if (!signal.aborted) this.#told = { asked, plan };
                return;
            } catch {
                await new Promise((go) => setTimeout(go, PAUSE));
            }
        }
    }

    /** Quotes on the map's caps: prices after the plan, next to those `before` it; null without a plan. */
    quotes(before: readonly Quote[]): readonly Quote[] | null {
        const plan = this.latest;
        if (!plan) return null;
        const planned = plan.cities.map(({ city, house, connection, path, alone }) => {
            const total = house + connection;
            return withWay({ city, house, way: connection, total, path }, alone);
        });
        const alone = new Map(before.map(({ city, total }) => [city, total]));
        return [...planned, ...plan.others.map((each) => withWay(drawnQuote(each), alone.get(each.city)))];
    }

    /** The offer to build as it is after the plan. */
    offerAfter(offer: MayConnect): MayConnect {
        const plan = this.latest;
        if (!plan) return offer;
        const open = plan.others.filter(({ refusal, house }) => refusal === null && house !== null);
        return {
            ...offer,
            cities: open.map(({ city }) => city),
            costs: open.map(({ house, connection }) => (house ?? 0) + (connection ?? 0)),
        };
    }
}

/** A price that differs because of the plan, with the planned city that causes it: its connection begins there. */
function withWay(quote: Quote, alone: number | undefined): Quote {
    const [first] = quote.path ?? [];
    const isSame = alone === undefined || quote.total === undefined || alone === quote.total || first === undefined;
    return isSame ? quote : { ...quote, without: { city: first, total: alone } };
}
