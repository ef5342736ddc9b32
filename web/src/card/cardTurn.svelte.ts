// Unsent choices from the card game's own offers.
import { has, members, withMember, withoutMember } from '../game/masks.js';
import type { TableFacts } from '../game/sheet.js';
import type { Do, Observation, Offer } from '../protocol/api.js';
import { endingWith } from '../table/actions.js';
import type { Kind, OfferOf } from '../table/chosen.js';
import type { AmountRows, OwnChoices, OwnThing, Step } from '../table/step.js';
import { t } from '../words';
import {
    type LaidCard,
    type MayBuyCard,
    type MayProduce,
    type StoredCard,
    cardsOf,
    columnsOf,
    offerOf,
    storedCards,
} from './view.js';
import { chosen } from '../words/language.svelte';

/** A chosen card. `kept` is null until the cards before it are bought. */
export interface PlannedCard {
    laid: LaidCard;
    kept: number | null;
}

export class CardTurn implements OwnChoices {
    readonly facts: TableFacts;
    observation = $state.raw<Observation>()!;
    offers = $state.raw<readonly Offer[]>([]);
    /** Chosen cards in the order in which they will be bought. */
    picks = $state.raw<readonly LaidCard[]>([]);
    /** The plants that are to run, as a mask. */
    run = $state(0);
    /** Units of the first hybrid kind to burn. */
    first = $state(0);
    /** `turned[card]`: units to be turned off each stored card by its key; null leaves it to the server. */
    turned = $state.raw<ReadonlyMap<string, number> | null>(null);
    /** The requested plant that cannot run with the others; -1 for none. */
    stuck = $state(-1);

    #seen = '';

    readonly buying: MayBuyCard | undefined = $derived(offerOf(this.offers, 'buy-card'));
    readonly producing: MayProduce | undefined = $derived(offerOf(this.offers, 'produce'));
    readonly cost: number = $derived(this.picks.reduce((total, card) => total + card.price, 0));
    readonly money: number = $derived(this.observation.money[this.observation.viewer] ?? 0);
    readonly planned: readonly PlannedCard[] = $derived.by(() => plan(this.facts, this.picks, this.buying));
    readonly spills: readonly { kind: string; units: number }[] = $derived.by(() => spilled(this.planned));
    readonly stored: readonly StoredCard[] = $derived.by(() =>
        storedCards(this.facts, this.observation, this.observation.viewer),
    );
    readonly runRange: readonly [number, number, number, number] | undefined = $derived(
        this.producing?.runs.find(([plants]) => plants === this.run),
    );
    readonly income: number = $derived.by(() => {
        const place = this.producing?.runs.findIndex(([plants]) => plants === this.run) ?? -1;
        return this.producing?.incomes[place] ?? 0;
    });
    /** Fuel that the chosen plants burn, by kind. */
    readonly burned: readonly number[] = $derived.by(() => this.#burned());
    /** Units still to be turned, by kind; negative if too many are turned. */
    readonly unturned: readonly number[] = $derived.by(() => this.#unturned());

    constructor(facts: TableFacts, observation: Observation, offers: readonly Offer[]) {
        this.facts = facts;
        this.observation = observation;
        this.follow(observation, offers);
    }

    /**
     * Update from the store. Choices are kept while the offers are the same, for example when a player only writes a
     * message.
     */
    follow(observation: Observation, offers: readonly Offer[]): void {
        this.observation = observation;
        const now = JSON.stringify(offers);
        if (now === this.#seen) return;
        this.#seen = now;
        this.offers = offers;
        this.picks = [];
        this.stuck = -1;
        this.turned = null;
        this.setRun(this.producing?.best ?? 0);
    }

    /** Clear all choices. */
    clear(): void {
        this.picks = [];
        this.stuck = -1;
        this.setRun(this.producing?.best ?? 0);
    }

    // Buying

    isPicked(card: LaidCard): boolean {
        return this.picks.some((pick) => pick.key === card.key);
    }

    /** True if a card is offered and the remaining money pays for it. */
    canPick(card: LaidCard): boolean {
        return card.kept !== null && this.cost + card.price <= this.money;
    }

    toggleCard(card: LaidCard): boolean {
        if (this.isPicked(card)) this.picks = this.picks.filter((pick) => pick.key !== card.key);
        else if (this.canPick(card)) this.picks = [...this.picks, card];
        else return false;
        return true;
    }

    /** Choose only the card with this print and price. */
    choose(thing: OwnThing): void {
        this.chooseAll([thing]);
    }

    chooseAll(things: readonly OwnThing[]): void {
        const laid = columnsOf(this.facts, this.observation, this.buying).flatMap((column) => column.cards);
        this.picks = [];
        for (const { card, price } of things) {
            const found = laid.find((each) => each.card === card && each.price === price && !this.isPicked(each));
            if (found) this.toggleCard(found);
        }
    }

    get isBuying(): boolean {
        return this.buying !== undefined;
    }

    get isRunning(): boolean {
        return this.producing !== undefined;
    }

    /** Amounts by column: an amount stands for the first cards of its column. */
    get rows(): AmountRows | null {
        if (!this.buying) return null;
        const columns = columnsOf(this.facts, this.observation, this.buying);
        const cardsIn = (row: number): LaidCard[] => (columns[row]?.cards ?? []).filter((card) => card.kept !== null);
        const pickedIn = (row: number): LaidCard[] => this.picks.filter((card) => card.price === columns[row]?.price);
        return {
            count: columns.length,
            amountOf: (row) => pickedIn(row).length,
            mostOf: (row) => cardsIn(row).length,
            choose: (row, amount) => {
                const others = this.picks.filter((card) => card.price !== columns[row]?.price);
                const kept = pickedIn(row).slice(0, amount);
                this.picks = [...others, ...kept];
                for (const card of cardsIn(row)) {
                    if (pickedIn(row).length < amount && !this.isPicked(card)) this.toggleCard(card);
                }
            },
            stepBack: () => {
                const has = this.picks.length > 0;
                this.picks = this.picks.slice(0, -1);
                return has;
            },
        };
    }

    get amounts(): readonly number[] {
        const amounts = this.facts.kinds.map(() => 0);
        for (const { laid, kept } of this.planned) amounts[this.facts.kinds.indexOf(laid.kind)]! += kept ?? laid.units;
        return amounts;
    }

    get runPlace(): number {
        return this.producing?.runs.findIndex(([plants]) => plants === this.run) ?? -1;
    }

    toggle(place: number): void {
        const card = this.observation.plants[this.observation.viewer]?.[place];
        if (card !== undefined) this.togglePlant(card);
    }

    isChosen({ card, price }: OwnThing): boolean {
        return this.picks.some((pick) => pick.card === card && pick.price === price);
    }

    // Producing

    setRun(mask: number): boolean {
        const range = this.producing?.runs.find(([plants]) => plants === mask);
        if (!range) return false;
        this.run = mask;
        this.first = range[1];
        this.turned = null;
        return true;
    }

    togglePlant(card: number): boolean {
        const isOn = has(this.run, card);
        const isSet = this.setRun(isOn ? withoutMember(this.run, card) : withMember(this.run, card));
        this.stuck = isSet ? -1 : card;
        return isSet;
    }

    chooseRun(mask: number, first: number): void {
        if (this.setRun(mask)) this.setFirst(first);
    }

    setFirst(first: number): void {
        this.first = first;
        this.turned = null;
    }

    /** Let the player choose the cards, starting from the server's selection. */
    chooseTurns(): void {
        const left = [...this.burned];
        const order = [...this.stored].sort((one, other) => one.shown - other.shown || one.face - other.face);
        const turned = new Map<string, number>();
        for (const card of order) {
            const kind = this.facts.kinds.indexOf(card.kind);
            const units = Math.min(card.shown, left[kind]!);
            if (units > 0) turned.set(card.key, units);
            left[kind]! -= units;
        }
        this.turned = turned;
    }

    turn(card: StoredCard, units: number): void {
        const turned = new Map(this.turned ?? []);
        turned.set(card.key, Math.min(Math.max(units, 0), card.shown));
        this.turned = turned;
    }

    leaveTurns(): void {
        this.turned = null;
    }

    // Texts

    get says(): string {
        return this.picks.length > 0 ? t('cards.say_buy', { fuel: fuelWords(unitsPicked(this.picks)) }) : '';
    }

    get hint(): string {
        return this.spills.length > 0 ? t('cards.say_spill', { fuel: fuelWords(this.spills) }) : '';
    }

    // Orders

    get step(): Step | null {
        const orders = this.orders;
        if (orders.length === 0) return null;
        if (this.picks.length > 0) {
            const label = t('cards.do_buy', { count: this.picks.length, price: this.cost });
            const may = <K extends Kind>(kind: K): OfferOf<K> | undefined => offerOf(this.offers, kind);
            return endingWith({ may }, 'finish-buying', { name: 'buy-card', label, orders, pay: this.cost });
        }
        if (!this.producing) return null;
        const label = t(this.run === 0 ? 'cards.do_idle' : 'cards.do_produce', { income: this.income });
        return { name: 'produce', label, orders, pay: 0 };
    }

    /** True if the turned cards add up to the burned fuel. */
    get isMadeUp(): boolean {
        return this.unturned.every((units) => units === 0);
    }

    /** Orders to send, in this order; empty while a choice is missing. */
    get orders(): Do[] {
        if (this.picks.length > 0) {
            const { names } = cardsOf(this.facts);
            return this.picks.map((card) => ({ do: 'buy-card', card: names[card.card]!, price: card.price }));
        }
        if (this.producing && this.runRange && this.isMadeUp) {
            const plants =
                members(this.run)
                    .map((card) => this.facts.cardNames[card])
                    .join('+') || NOTHING;
            return [{ do: 'produce', plants, first: this.first, turns: this.#turns() }];
        }
        if (offerOf(this.offers, 'finish-buying')) return [{ do: 'finish-buying' }];
        return [];
    }

    #turns(): string {
        if (!this.turned) return NOTHING;
        const cards = cardsOf(this.facts);
        const turns = this.stored.flatMap((card) => {
            const units = this.turned!.get(card.key) ?? 0;
            return units > 0 ? [cards.firstTurn[card.face]! + units - 1] : [];
        });
        turns.sort((one, other) => one - other);
        return turns.map((turn) => cards.turnNames[turn]).join('+') || NOTHING;
    }

    #burned(): number[] {
        const burned = this.facts.kinds.map(() => 0);
        const [first, second] = this.facts.rules.hybrid;
        let shared = 0;
        for (const card of members(this.run)) {
            const plant = this.facts.plants[card]!;
            if (plant.kinds.length === 1) burned[plant.kinds[0]!]! += plant.need;
            else if (plant.kinds.length > 1) shared += plant.need;
        }
        if (shared > 0) {
            burned[first]! += this.first;
            burned[second]! += shared - this.first;
        }
        return burned;
    }

    #unturned(): number[] {
        if (!this.turned) return this.facts.kinds.map(() => 0);
        const left = [...this.burned];
        for (const card of this.stored) left[this.facts.kinds.indexOf(card.kind)]! -= this.turned.get(card.key) ?? 0;
        return left;
    }
}

const NOTHING = 'nothing';

/** Units kept of each chosen card, where known: the offers describe the next card only. */
function plan(facts: TableFacts, picks: readonly LaidCard[], offer: MayBuyCard | undefined): PlannedCard[] {
    const cards = facts.fuelCards;
    if (!cards || !offer) return [];
    const used = new Map<string, number>();
    return picks.map((laid) => {
        const partners = facts.rules.hybrid.map((kind) => facts.kinds[kind]!);
        const isMixed =
            partners.includes(laid.kind) &&
            picks.some((pick) => pick.kind !== laid.kind && partners.includes(pick.kind));
        const taken = used.get(laid.kind) ?? 0;
        used.set(laid.kind, taken + laid.units);
        if (taken === 0 && !isMixed) return { laid, kept: laid.kept };
        // A card of the kind that does not fit whole shows the room that is left.
        let room = 0;
        let isExact = false;
        offer.cards.forEach((card, place) => {
            if (facts.kinds[cards.kindOf[card]!] !== laid.kind) return;
            room = Math.max(room, offer.kept[place]!);
            if (offer.kept[place]! < cards.unitsOf[card]!) isExact = true;
        });
        if (isMixed) return { laid, kept: null };
        if (taken + laid.units <= room) return { laid, kept: laid.units };
        return { laid, kept: isExact ? Math.max(0, room - taken) : null };
    });
}

function spilled(planned: readonly PlannedCard[]): { kind: string; units: number }[] {
    const found = new Map<string, number>();
    for (const { laid, kept } of planned) {
        if (kept !== null && kept < laid.units) found.set(laid.kind, (found.get(laid.kind) ?? 0) + laid.units - kept);
    }
    return [...found].map(([kind, units]) => ({ kind, units }));
}

/** Units about to be bought, by kind. */
function unitsPicked(picks: readonly LaidCard[]): { kind: string; units: number }[] {
    const units = new Map<string, number>();
    for (const card of picks) units.set(card.kind, (units.get(card.kind) ?? 0) + card.units);
    return [...units].map(([kind, count]) => ({ kind, units: count }));
}

/** Amounts of fuel as a list in words. */
function fuelWords(amounts: readonly { kind: string; units: number }[]): string {
    const list = new Intl.ListFormat(chosen.language, { type: 'conjunction' });
    return list.format(amounts.map(({ kind, units }) => t('cards.amount', { units, kind: t(`cards.kind.${kind}`) })));
}
