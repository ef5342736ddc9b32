/** The player's choices before they are sent. The server's offers limit them. */
import type { Hint, MayConnect, MayRun, Offer, RunChoice, TakenOrder } from '../protocol/api';
import { keepChoice, keptChoice } from '../wire/keptChoices';
import type { Live } from '../wire/live.svelte';
import { actionsOf } from '../wire/pendingOrders';
import { has as hasBit, withMember, withoutMember } from '../game/masks';
import { isSkip, KINDS, stepOf } from './actions';
import type { Chosen, Kind, OfferOf, Pick } from './chosen';
import { CityPlan } from './cityPlan.svelte';
import { fitted, mostBeside, mostOf } from './fuelRoom';
import { HintBook } from './hintBook.svelte';
import { QuoteBook } from './quoteBook.svelte';
import { type Part, type Prepared, preparedCities, preparedFuel, Ready } from './ready.svelte';
import type { Scene } from './scene';
import { AmountHistory, fuelRows } from './fuelRows';
import { BidLimit } from './bidLimit.svelte';
import type { MapCommands, Standing } from './mapCommands';
import type { AmountRows, OwnChoices, Step } from './step';
import {
    type BidLeavesLittle,
    type FuelChoices,
    type FuelPurchase,
    type ViewAids,
    aidsOf,
    warningOf,
} from './viewAids';
import { OwnHold } from './ownHold.svelte';
import { undoWords } from './turnWords';
import { type Question, questionOf } from './warnings';

/** All choices, as a tab stores them. */
type Choice = globalThis.Pick<
    Turn,
    'plant' | 'bid' | 'lost' | 'more' | 'amounts' | 'cities' | 'run' | 'first' | 'pick'
>;

export class Turn implements Chosen {
    plant = $state(-1);
    bid = $state(0);
    lost = $state(0);
    more = $state(0);
    amounts = $state.raw<readonly number[]>([]);
    run = $state(0);
    first = $state(0);
    pick = $state.raw<Pick | null>(null);
    /** The edition's own choices, once its parts are loaded. */
    own = $state.raw<OwnChoices | null>(null);
    /** True if the bid was typed, stepped or dragged. */
    isBidTouched = $state(false);
    /** The row of amounts that digits and arrow keys change; -1: none. */
    row = $state(-1);
    standing = $state.raw<Standing | null>(null);
    map: MapCommands | null = null;
    readonly quotes = new QuoteBook();
    readonly plan = new CityPlan();
    readonly hints = new HintBook(this);
    /** Cities that a lesson asks for; null without a lesson. A lesson sends nothing automatically and asks nothing. */
    led = $state.raw<readonly number[] | null>(null);
    /** Advice of the guide, until it is followed. */
    guide = $state.raw<Hint | null>(null);
    readonly ready: Ready;
    readonly hold: OwnHold;
    readonly limit: BidLimit;
    /** The orders that were refused last. */
    refused = '';
    readonly #history = new AmountHistory();
    #sent = $state.raw<Step | null>(null);
    #seen = '';
    #before: readonly Offer[] = [];
    /** Parts that were restored after a reload. */
    readonly #isBack = new Set<Part>();

    constructor(
        readonly live: Live,
        readonly scene: () => Scene | null,
    ) {
        this.ready = new Ready(live.gameId);
        this.hold = new OwnHold(live);
        this.limit = new BidLimit(live, scene, () => (this.may('bid') ? this.bid : null));
    }

    /** The city that was chosen last, or -1. */
    get city(): number {
        return this.plan.shown;
    }
    set city(city: number) {
        this.plan.set(city < 0 ? [] : [city]);
    }

    get cities(): readonly number[] {
        return this.plan.cities;
    }
    set cities(cities: readonly number[]) {
        this.plan.set(cities);
    }

    get offers(): readonly Offer[] {
        return this.live.store?.offers ?? [];
    }

    /** The offer of a kind, if the server makes it now. */
    may<K extends Kind>(kind: K): OfferOf<K> | undefined {
        return this.offers.find((offer): offer is OfferOf<K> => offer.offer === kind);
    }

    /** The decision of the player: the most important offer. */
    get asked(): Kind {
        return KINDS.find((kind) => this.may(kind)) ?? 'pass';
    }

    /** The fuel on offer; while others act, the offer at the player's next turn. */
    get buys(): OfferOf<'buy'>[] {
        return this.offers.length > 0 ? this.offers.filter((offer) => offer.offer === 'buy') : this.ready.buys;
    }

    /** The cities on offer; while others act, the offer at the player's next turn. */
    get sites(): MayConnect | undefined {
        const scene = this.scene();
        if (this.offers.length > 0 || !scene || !this.ready.isForCities) return this.may('connect');
        const open = this.quotes.drawn.filter(({ total, refusal }) => total !== undefined && refusal === undefined);
        const costs = open.map(({ total }) => total ?? 0);
        return { offer: 'connect', seat: scene.viewer, cities: open.map(({ city }) => city), costs };
    }

    get running(): MayRun | undefined {
        return this.may('run');
    }

    get aids(): ViewAids {
        return aidsOf(this.scene()?.view);
    }

    /** Advice for the current decision, by a hint or by the guide. */
    get advice(): Hint | null {
        return this.hints.advised ?? this.guide;
    }

    get hasDone(): boolean {
        const scene = this.scene();
        return scene !== null && scene.isMyTurn && scene.observation.takebacks > 0;
    }

    get canUndo(): boolean {
        return this.undoable !== null;
    }

    /** The order that the server would undo now, also during another player's turn. */
    get undoable(): TakenOrder | null {
        const store = this.live.store;
        return store && !store.isPast ? (store.view?.undo ?? null) : null;
    }

    /** Label of the button that undoes it. */
    get undoWords(): string {
        const scene = this.scene();
        return scene && this.undoable ? undoWords(scene, this.undoable) : '';
    }

    /** Drop choices that were made from other offers. */
    follow(): void {
        const now = JSON.stringify(this.offers);
        if (now === this.#seen) return;
        const prepared = this.#carried();
        this.#seen = now;
        this.#before = this.offers;
        this.plant = -1;
        this.cities = prepared.cities;
        this.lost = 0;
        this.more = 0;
        this.amounts = prepared.amounts;
        this.fitAmounts();
        this.pick = null;
        this.row = -1;
        this.#history.forget();
        this.quotes.asked = -1;
        this.isBidTouched = false;
        this.bid = this.may('bid')?.low ?? 0;
        this.#chooseScrap();
        this.#chooseRun(this.running?.best ?? 0);
        this.live.refusal = null;
        if (this.offers.length > 0) Object.assign(this, keptChoice<Choice>(this.live.gameId, now));
    }

    /** Prepared items for a turn that is still to come. */
    #carried(): { cities: readonly number[]; amounts: readonly number[] } {
        const had = (...kinds: Kind[]): boolean => this.#before.some(({ offer }) => kinds.includes(offer));
        return {
            cities: had('connect', 'finish-building') ? [] : this.cities,
            amounts: had('buy', 'finish-buying') || this.own ? [] : this.amounts,
        };
    }

    /** Switch to the shown moment: items that were prepared for a past phase are dropped, and kept ones restored. */
    turnTo(following: readonly number[] | null): void {
        const scene = this.scene();
        if (!scene || scene.isPast || scene.isPlaying) return;
        const { viewer, observation, phase } = scene;
        const { round, actor } = observation;
        const canPrepare = viewer >= 0 && !scene.isOver && !scene.isShared && !this.own && scene.edition.hasPlans;
        const ended = this.ready.turnTo({ viewer, round, phase, actor, canPrepare, following });
        if (ended.includes('cities') && !this.may('connect')) this.cities = [];
        if (ended.includes('fuel') && !this.may('buy')) this.amounts = [];
        const { isForCities, isForFuel } = this.ready;
        if (isForCities || this.may('connect')) this.#bringBack('cities');
        if (isForFuel || this.may('buy')) this.#bringBack('fuel');
    }

    /** After a reload, restore kept items, unless something else has been chosen since. */
    #bringBack(part: Part): void {
        const kept = this.#isBack.has(part) ? null : this.ready.of(part);
        this.#isBack.add(part);
        if (!kept) return;
        if (part === 'fuel') {
            if (!this.amounts.some((amount) => amount > 0)) this.amounts = kept.chosen;
        } else if (this.cities.length === 0) {
            this.plan.order = kept.order;
            this.cities = kept.chosen;
        }
    }

    /** Reduce the chosen amounts to those still on sale. */
    fitAmounts(): void {
        if (this.buys.length === 0) return;
        const fit = fitted(this.#onSale, this.#jointRooms, this.amounts);
        if (fit.some((amount, kind) => amount !== this.amounts[kind])) this.amounts = fit;
    }

    get #onSale(): readonly number[] {
        return mostOf(this.buys, this.scene()?.sheet.kinds.length ?? 0);
    }

    get #jointRooms(): FuelChoices['joint_rooms'] {
        return (this.aids.fuel ?? this.ready.fuel)?.joint_rooms ?? [];
    }

    /** Maximum of each kind next to the other chosen amounts. */
    get mostFuel(): readonly number[] {
        return mostBeside(this.#onSale, this.#jointRooms, this.amounts);
    }

    preparedOf(part: Part): Prepared | null {
        if (part === 'cities') return preparedCities(this.plan);
        return this.own ? null : preparedFuel(this.buys, this.amounts, this.scene()?.sheet.kinds.length ?? 0);
    }

    /** Items that wait for the player's turn: fuel comes before cities. */
    get prepared(): Prepared | null {
        const { isForFuel, isForCities } = this.ready;
        return (isForFuel ? this.preparedOf('fuel') : null) ?? (isForCities ? this.preparedOf('cities') : null);
    }

    keepReady(): void {
        for (const part of ['fuel', 'cities'] as const) {
            const now = this.preparedOf(part);
            if (now) this.ready.keep(now, this.ready.same(now)?.sends);
        }
    }

    /** True if a plan would end the game: such a plan is never sent automatically. */
    get endsGame(): boolean {
        return this.plan.priced?.triggers.some(({ what }) => what === 'game-end') ?? false;
    }

    /** The step to be sent automatically, if it is not dearer and needs no answer. */
    get due(): Step | null {
        const step = this.primary;
        const part = step?.name === 'connect' ? 'cities' : step?.name === 'buy' ? 'fuel' : null;
        const now = part && this.preparedOf(part);
        if (!step || !now || !this.ready.isDue(now) || this.questionFor(step)) return null;
        if (part === 'cities' && !this.#isPlanSure) return null;
        return step.pay <= (this.scene()?.spendable ?? 0) ? step : null;
    }

    /** True if the server has priced the plan at this very turn, all of it can be built, and the game continues. */
    get #isPlanSure(): boolean {
        const { priced, cities } = this.plan;
        if (!priced || priced.version !== this.live.store?.version) return false;
        return priced.fits === cities.length && !this.endsGame;
    }

    /** Send the prepared step that is due, once. */
    sendDue(): void {
        const step = this.due;
        if (!step || this.live.pending) return;
        this.ready.forget(step.name === 'connect' ? 'cities' : 'fuel');
        void this.take(step);
    }

    /** Store the choice, so that going back, forward or reloading restores it. */
    keep(): void {
        const { plant, bid, lost, more, amounts, cities, run, first, pick } = this;
        const choice: Choice = { plant, bid, lost, more, amounts, cities, run, first, pick };
        if (this.offers.length > 0 && this.#seen) keepChoice(this.live.gameId, this.#seen, choice);
    }

    /** The step whose orders are pending. A table at a later version counts as the answer. */
    get sent(): Step | null {
        return this.offers.length > 0 ? this.#sent : null;
    }

    /** The cities whose house is pending. */
    get sentCities(): number[] {
        const cities = this.scene()?.sheet.cities ?? [];
        return actionsOf(this.live.pending).flatMap((action) => {
            const place = action.do === 'connect' ? cities.findIndex((city) => city.id === action.city) : -1;
            return place < 0 ? [] : [place];
        });
    }

    clear(): void {
        this.plant = -1;
        this.city = -1;
        this.amounts = [];
        this.#history.forget();
        this.pick = null;
        this.own?.clear();
        this.#chooseScrap();
        this.quotes.asked = -1;
        this.live.refusal = null;
    }

    // Choosing

    /** Choose the plant with the lowest output to give up, unless another is chosen. */
    #chooseScrap(): void {
        const scene = this.scene();
        const offer = this.may('scrap');
        if (!scene || !offer) return;
        const worth = (card: number): number =>
            (scene.plant(card)?.output ?? 0) * 1000 + (scene.plant(card)?.number ?? 0);
        const [least] = offer.plants.toSorted((one, other) => worth(one) - worth(other));
        if (least !== undefined && this.plant !== least) this.choosePlant(least);
    }

    choosePlant(card: number): void {
        this.plant = this.plant === card ? -1 : card;
        const offer = this.may('offer');
        const place = offer?.plants.indexOf(card) ?? -1;
        this.bid = offer?.lows[place] ?? this.bid;
        const scrap = this.may('scrap');
        this.lost = scrap?.lows[scrap.plants.indexOf(card)] ?? 0;
        this.more = 0;
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

    /** Choose a bid explicitly. */
    setBid(bid: number): void {
        this.bid = bid;
        this.isBidTouched = true;
    }

    /** Warning that the lowest bid leaves too little, if it was not chosen. */
    get riskyBid(): BidLeavesLittle | null {
        const warning = warningOf(this.aids, 'bid-leaves-little');
        return warning && !this.isBidTouched && this.may('bid') && this.bid === warning.bid ? warning : null;
    }

    chooseAmount(kind: number, amount: number): void {
        const amounts = [...this.amounts];
        amounts[kind] = amount;
        this.#history.note(this.amounts);
        this.amounts = Array.from(amounts, (each) => each ?? 0);
    }

    /** Purchases, row by row. */
    get rows(): AmountRows | null {
        return this.own?.rows ?? fuelRows(this);
    }

    /** Undo the last change of an amount; false if there is none. */
    stepBack(): boolean {
        const before = this.#history.back();
        if (before) this.amounts = before;
        return before !== null;
    }

    /** Choose a whole purchase. */
    purchase({ amounts, cards }: FuelPurchase): void {
        if (this.own?.isBuying) this.own.chooseAll(cards);
        else {
            this.#history.note(this.amounts);
            this.amounts = amounts;
        }
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

    /** The server's values of a run next to the others. */
    choiceOf(mask: number): RunChoice | undefined {
        const place = this.running?.runs.findIndex(([plants]) => plants === mask) ?? -1;
        return this.aids.power?.runs[place];
    }

    /** Choose a run; hybrids burn what the server suggests, until the player chooses otherwise. */
    #chooseRun(mask: number): void {
        this.run = mask;
        this.first = this.choiceOf(mask)?.first ?? this.runOf(mask)?.[1] ?? 0;
    }

    /** Choose a set of plants; one that cannot run is ignored. */
    chooseRun(mask: number): boolean {
        if (!this.runOf(mask)) return false;
        this.#chooseRun(mask);
        return true;
    }

    /** Income of the chosen plants. */
    get income(): number {
        const running = this.running;
        const place = running?.runs.findIndex(([plants]) => plants === this.run) ?? -1;
        return running?.incomes[place] ?? 0;
    }

    /** The question before a step that is plainly bad; null if it is not. */
    questionFor(step: Step): Question | null {
        const scene = this.scene();
        if (!scene || this.led) return null;
        const { own, aids } = this;
        const amounts = own?.isBuying ? own.amounts : this.amounts;
        const run = own?.isRunning
            ? own.runPlace
            : (this.running?.runs.findIndex(([plants]) => plants === this.run) ?? -1);
        return questionOf({ step, scene, aids, amounts, run });
    }

    /** The suggested run. */
    suggest(): void {
        this.own?.clear();
        this.#chooseRun(this.running?.best ?? 0);
    }

    /** Switch a plant on or off; a set that cannot run is ignored. */
    togglePlant(card: number): boolean {
        return this.chooseRun(hasBit(this.run, card) ? withoutMember(this.run, card) : withMember(this.run, card));
    }

    // Orders

    /** Step of the yellow button; null while a choice is missing. */
    get primary(): Step | null {
        const scene = this.scene();
        if (!scene) return null;
        for (const kind of KINDS) {
            if (isSkip(kind)) continue;
            const step = stepOf(this, scene, kind);
            if (step) return step;
        }
        return null;
    }

    /** Step of the quiet button, which continues without a choice. Next to a choice it is shown for bids only. */
    get quiet(): Step | null {
        const scene = this.scene();
        const primary = this.primary;
        if (!scene || (primary && primary.name !== 'bid')) return null;
        const kind = KINDS.find((each) => isSkip(each) && this.may(each));
        return kind ? stepOf(this, scene, kind) : null;
    }

    /** All steps with a button. */
    get steps(): Step[] {
        return [this.primary, this.primary?.withoutEnd, this.quiet].flatMap((step) => step ?? []);
    }

    /** Send the actions of a step as one order. */
    async take(step: Step | null): Promise<void> {
        if (!step || this.live.pending || this.#sent) return;
        this.#sent = step;
        this.refused = '';
        try {
            const isDone = await this.live.actAll(step.orders);
            if (!isDone && this.live.refusal) this.refused = JSON.stringify(step.orders);
        } finally {
            this.#sent = null;
        }
    }

    undo(): Promise<boolean> {
        return this.live.order({ type: 'undo' });
    }
}
