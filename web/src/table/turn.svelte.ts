/** What the player has chosen but not yet ordered. The server's offers say what may be chosen. */
import type { MayRun, Offer } from '../protocol/api';
import { keepChoice, keptChoice } from '../wire/keptChoice';
import type { Live } from '../wire/live.svelte';
import { actionOf } from '../wire/pending';
import { has as hasBit, withMember, withoutMember } from '../game/masks';
import { buttonOf, KINDS, stepOf } from './actions';
import type { Chosen, Kind, OfferOf, Pick } from './chosen';
import { QuoteBook } from './quoteBook.svelte';
import type { Scene } from './scene';
import type { OwnChoices, Step } from './step';

/** All that is chosen, as a tab keeps it. */
type Choice = globalThis.Pick<Turn, 'plant' | 'bid' | 'lost' | 'amounts' | 'city' | 'run' | 'first' | 'pick'>;

export class Turn implements Chosen {
    plant = $state(-1);
    bid = $state(0);
    lost = $state(0);
    amounts = $state<number[]>([]);
    city = $state(-1);
    run = $state(0);
    first = $state(0);
    pick = $state.raw<Pick | null>(null);
    /** The edition's own choices, once its parts are loaded. */
    own = $state.raw<OwnChoices | null>(null);
    readonly quotes = new QuoteBook();
    #sent = $state.raw<Step | null>(null);
    #seen = '';

    constructor(
        readonly live: Live,
        readonly scene: () => Scene | null,
    ) {}

    get offers(): readonly Offer[] {
        return this.live.store?.offers ?? [];
    }

    /** The offer of a kind, if the server makes it now. */
    may<K extends Kind>(kind: K): OfferOf<K> | undefined {
        return this.offers.find((offer): offer is OfferOf<K> => offer.offer === kind);
    }

    /** What the player is asked for: the offer that matters most. */
    get asked(): Kind {
        return KINDS.find((kind) => this.may(kind)) ?? 'pass';
    }

    get buys(): OfferOf<'buy'>[] {
        return this.offers.filter((offer) => offer.offer === 'buy');
    }

    get running(): MayRun | undefined {
        return this.may('run');
    }

    get canUndo(): boolean {
        const scene = this.scene();
        return scene !== null && scene.isMyTurn && scene.observation.takebacks > 0;
    }

    /** Forget what was chosen from other offers than those of now. */
    follow(): void {
        const now = JSON.stringify(this.offers);
        if (now === this.#seen) return;
        this.#seen = now;
        this.plant = -1;
        this.city = -1;
        this.lost = 0;
        this.amounts = [];
        this.pick = null;
        this.quotes.asked = -1;
        this.bid = this.may('bid')?.low ?? 0;
        this.run = this.running?.best ?? 0;
        this.first = this.runOf(this.run)?.[1] ?? 0;
        this.live.refusal = null;
        if (this.offers.length > 0) Object.assign(this, keptChoice<Choice>(this.live.gameId, now));
    }

    /** Whoever goes back, forward or reloads finds the choice again. */
    keep(): void {
        const { plant, bid, lost, amounts, city, run, first, pick } = this;
        const choice: Choice = { plant, bid, lost, amounts: $state.snapshot(amounts), city, run, first, pick };
        if (this.offers.length > 0 && this.#seen) keepChoice(this.live.gameId, this.#seen, choice);
    }

    /** The step whose orders are on their way. A table that has gone on has answered before the answer came. */
    get sent(): Step | null {
        return this.offers.length > 0 ? this.#sent : null;
    }

    /** The city where a house is on its way. */
    get sentCity(): number {
        const action = actionOf(this.live.pending);
        return action?.do === 'connect'
            ? (this.scene()?.sheet.cities.findIndex((city) => city.id === action.city) ?? -1)
            : -1;
    }

    clear(): void {
        this.plant = -1;
        this.city = -1;
        this.amounts = [];
        this.pick = null;
        this.own?.clear();
        this.quotes.asked = -1;
        this.live.refusal = null;
    }

    // Choosing

    choosePlant(card: number): void {
        this.plant = this.plant === card ? -1 : card;
        const offer = this.may('offer');
        const place = offer?.plants.indexOf(card) ?? -1;
        this.bid = offer?.lows[place] ?? this.bid;
        const scrap = this.may('scrap');
        this.lost = scrap?.lows[scrap.plants.indexOf(card)] ?? 0;
    }

    /** The bounds of the bid that is being chosen, if one is. */
    get bidRange(): { low: number; high: number } | null {
        const bid = this.may('bid');
        if (bid) return { low: bid.low, high: bid.high };
        const offer = this.may('offer');
        const place = offer?.plants.indexOf(this.plant) ?? -1;
        const low = offer?.lows[place];
        const high = offer?.highs[place];
        return low === undefined || high === undefined ? null : { low, high };
    }

    chooseAmount(kind: number, amount: number): void {
        const amounts = [...this.amounts];
        amounts[kind] = amount;
        this.amounts = Array.from(amounts, (each) => each ?? 0);
    }

    costOf(kind: number): number {
        const amount = this.amounts[kind] ?? 0;
        return this.buys.find((offer) => offer.resource === kind)?.costs[amount - 1] ?? 0;
    }

    get fuelCost(): number {
        return this.buys.reduce((sum, offer) => sum + this.costOf(offer.resource), 0);
    }

    runOf(mask: number): readonly [number, number, number, number] | undefined {
        return this.running?.runs.find(([plants]) => plants === mask);
    }

    /** What the chosen plants would pay. */
    get income(): number {
        const running = this.running;
        const place = running?.runs.findIndex(([plants]) => plants === this.run) ?? -1;
        return running?.incomes[place] ?? 0;
    }

    /** Switch a plant on or off; a set that cannot run is left alone. */
    togglePlant(card: number): boolean {
        const mask = hasBit(this.run, card) ? withoutMember(this.run, card) : withMember(this.run, card);
        const run = this.runOf(mask);
        if (!run) return false;
        this.run = mask;
        this.first = run[1];
        return true;
    }

    // Ordering

    /** What the primary button does, or nothing while something has still to be chosen. */
    get primary(): Step | null {
        const scene = this.scene();
        if (!scene) return null;
        for (const kind of KINDS) {
            if (buttonOf(kind)?.last === false) continue;
            const step = stepOf(this, scene, kind);
            if (step) return step;
        }
        return null;
    }

    /** What else may be done in one click. */
    get others(): Step[] {
        const scene = this.scene();
        const primary = this.primary?.name;
        if (!scene) return [];
        const kinds = KINDS.filter((kind) => buttonOf(kind) && kind !== primary);
        return kinds.flatMap((kind) => stepOf(this, scene, kind) ?? []);
    }

    /** Send the orders of a step, one after the other, until one is refused. */
    async take(step: Step | null): Promise<void> {
        if (!step || this.live.pending) return;
        this.#sent = step;
        try {
            for (const order of step.orders) {
                if (!(await this.live.act(order))) return;
            }
        } finally {
            this.#sent = null;
        }
    }

    /** Say why a city is not on offer: as the server quoted it, or by its answer to the order. */
    async askWhyNot(city: number): Promise<void> {
        const refusal = this.quotes.of(city)?.refusal;
        this.quotes.asked = refusal ? city : -1;
        if (refusal) {
            this.live.refusal = { type: 'refused', ...refusal, problem: '', version: this.live.store?.version ?? -1 };
            return;
        }
        const id = this.scene()?.sheet.cities[city]?.id;
        if (id && !this.may('connect')?.cities.includes(city)) await this.live.act({ do: 'connect', city: id });
    }

    undo(): Promise<boolean> {
        return this.live.act({ do: 'take-back' });
    }
}
