/** What the player has chosen but not yet ordered. The server's offers say what may be chosen. */
import type { CardTurn } from '../card/cardTurn.svelte';
import type { Do, MayRun, Offer } from '../protocol/api';
import { t } from '../words';
import { keepChoice, keptChoice } from '../wire/keptChoice';
import type { Live } from '../wire/live.svelte';
import { actionOf } from '../wire/pending';
import { has as hasBit, members, withMember, withoutMember } from '../game/masks';
import { QuoteBook } from './quoteBook.svelte';
import type { Scene } from './scene';

export interface Step {
    /** The verb, for tests and for keys of words. */
    name: string;
    label: string;
    orders: Do[];
    pay: number;
}

export interface Pick {
    offer: 'draft' | 'place-trust';
    place: number;
}

/** All that is chosen, as a tab keeps it. */
type Choice = globalThis.Pick<Turn, 'plant' | 'bid' | 'lost' | 'amounts' | 'city' | 'run' | 'first' | 'pick'>;

type Kind = Offer['offer'];
type OfferOf<K extends Kind> = Extract<Offer, { offer: K }>;

const ASKED: readonly Kind[] = [
    ...(['bid', 'offer', 'scrap', 'buy', 'buy-card', 'connect', 'run', 'produce'] as const),
    ...(['draft', 'place-trust', 'finish-buying', 'finish-building', 'drop', 'pass'] as const),
];

export class Turn {
    plant = $state(-1);
    bid = $state(0);
    lost = $state(0);
    amounts = $state<number[]>([]);
    city = $state(-1);
    run = $state(0);
    first = $state(0);
    pick = $state.raw<Pick | null>(null);
    /** The card game's own choices, once its parts are loaded. */
    cards = $state.raw<CardTurn | null>(null);
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
        return ASKED.find((kind) => this.may(kind)) ?? 'pass';
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
        return action?.do === 'connect' ? (this.scene()?.sheet.cities.findIndex((city) => city.id === action.city) ?? -1) : -1;
    }

    clear(): void {
        this.plant = -1;
        this.city = -1;
        this.amounts = [];
        this.pick = null;
        this.cards?.clear();
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
        return (
            this.#auctionStep(scene) ??
            this.#scrapStep(scene) ??
            this.#fuelStep(scene) ??
            this.#cityStep(scene) ??
            this.#runStep(scene) ??
            this.#pickStep(scene) ??
            this.#cardStep() ??
            this.#plain('finish-buying') ??
            this.#plain('finish-building')
        );
    }

    /** What else may be done in one click. */
    get others(): Step[] {
        const primary = this.primary?.name;
        const kinds = ['pass', 'drop', 'finish-buying', 'finish-building'] as const;
        return kinds.flatMap((kind) => (kind === primary ? [] : (this.#plain(kind) ?? [])));
    }

    #plain(kind: 'pass' | 'drop' | 'finish-buying' | 'finish-building'): Step | null {
        return this.may(kind) ? { name: kind, label: t(`do.${kind}`), orders: [{ do: kind }], pay: 0 } : null;
    }

    #auctionStep(scene: Scene): Step | null {
        const bid = this.bid;
        if (this.may('bid')) {
            return { name: 'bid', label: t('do.bid', { bid }), orders: [{ do: 'bid', amount: bid }], pay: bid };
        }
        if (this.plant < 0 || !this.may('offer')?.plants.includes(this.plant)) return null;
        const plant = scene.plantName(this.plant);
        return { name: 'offer', label: t('do.offer', { plant, bid }), orders: [{ do: 'offer', plant, bid }], pay: bid };
    }

    #scrapStep(scene: Scene): Step | null {
        if (this.plant < 0 || !this.may('scrap')?.plants.includes(this.plant)) return null;
        const plant = scene.plantName(this.plant);
        return { name: 'scrap', label: t('do.scrap', { plant }), orders: [{ do: 'scrap', plant, lost: this.lost }], pay: 0 };
    }

    #fuelStep(scene: Scene): Step | null {
        const orders = this.buys.flatMap((offer): Do[] => {
            const amount = this.amounts[offer.resource] ?? 0;
            const resource = scene.sheet.kinds[offer.resource] ?? '';
            return amount > 0 ? [{ do: 'buy', resource, amount }] : [];
        });
        if (orders.length === 0) return null;
        return { name: 'buy', label: t('do.buy', { price: this.fuelCost }), orders, pay: this.fuelCost };
    }

    #cityStep(scene: Scene): Step | null {
        const offer = this.may('connect');
        const place = offer?.cities.indexOf(this.city) ?? -1;
        const pay = offer?.costs[place];
        if (pay === undefined) return null;
        const label = t('do.connect', { city: scene.cityName(this.city), price: pay });
        const city = scene.sheet.cities[this.city]?.id ?? '';
        return { name: 'connect', label, orders: [{ do: 'connect', city }], pay };
    }

    #runStep(scene: Scene): Step | null {
        if (!this.runOf(this.run)) return null;
        const plants = members(this.run).map((card) => scene.plantName(card)).join('+') || 'nothing';
        const label = this.run === 0 ? t('do.run_nothing', { income: this.income }) : t('do.run', { income: this.income });
        const first = this.first;
        return { name: 'run', label, orders: [{ do: 'run', plants, first }], pay: 0 };
    }

    #pickStep(scene: Scene): Step | null {
        const pick = this.pick;
        if (!pick) return null;
        if (pick.offer === 'draft') {
            const region = this.may('draft')?.regions[pick.place];
            if (region === undefined) return null;
            const order: Do = { do: 'draft', region: scene.sheet.regions[region]?.id ?? '' };
            return { name: 'draft', label: t('do.draft', { region: scene.regionName(region) }), orders: [order], pay: 0 };
        }
        const city = this.may('place-trust')?.cities[pick.place];
        if (city === undefined) return null;
        const order: Do = { do: 'place-trust', city: scene.sheet.cities[city]?.id ?? '' };
        return { name: 'place-trust', label: t('do.place-trust', { city: scene.cityName(city) }), orders: [order], pay: 0 };
    }

    #cardStep(): Step | null {
        const cards = this.cards;
        const orders = cards?.orders ?? [];
        if (!cards || orders.length === 0) return null;
        if (cards.picks.length > 0) {
            return { name: 'buy-card', label: t('cards.do_buy', { count: cards.picks.length }), orders, pay: cards.cost };
        }
        if (!cards.producing) return null;
        const label = t(cards.run === 0 ? 'cards.do_idle' : 'cards.do_produce', { income: cards.income });
        return { name: 'produce', label, orders, pay: 0 };
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
