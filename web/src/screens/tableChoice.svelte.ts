/**
 * The host's choices for a new table. The options are data (`tableOptions.json`); a test compares them with the
 * server's, so that every option of the rules can be chosen.
 */
import { has } from '../game/masks';
import type { BoardChoice, Choices, EditionChoice, PresetChoice, TableSpec, Terms } from '../protocol/api';
import type { KeptTable } from './kept';
import table from './tableOptions.json';

export type ClockName = keyof typeof table.clocks;
/** A number of a clock: its unit in milliseconds, its bounds, and its default. */
export interface ClockNumber {
    readonly ms: number;
    readonly low: number;
    readonly high: number;
    readonly first: number;
}
type RegionsBy = 'random' | 'draft' | 'given';
type OrderBy = 'random' | 'given';

export const CLOCKS = Object.keys(table.clocks) as ClockName[];
export const TIME_OUTS = table.terms.time_out.values as NonNullable<Terms['time_out']>[];
/** Time spans in milliseconds; null leaves the choice to the server, which decides by the players. */
export const WAITS: readonly number[] = table.terms.take_over.ms;
export const FIRST_WAIT = table.terms.take_over.first;
export const HOLDS: readonly (number | null)[] = table.terms.hold.ms;
export const REGIONS_BY = table.options.regions.values as RegionsBy[];
export const ORDERS_BY = table.options.order.values as OrderBy[];

export const numbersOf = (clock: ClockName): [string, ClockNumber][] => Object.entries(table.clocks[clock]);

const firstNumbers = (): Record<string, number> =>
    Object.fromEntries(
        CLOCKS.flatMap((clock) => numbersOf(clock).map(([field, number]) => [`${clock}.${field}`, number.first])),
    );

interface First {
    edition: string;
    preset: string;
    board: string;
    seats: number;
    substitute: string;
}

export class TableChoice {
    choices = $state.raw<Choices | null>(null);
    edition = $state('');
    wantedPreset = $state('');
    wantedBoard = $state('');
    seats = $state(4);
    regionsBy = $state<RegionsBy>('random');
    wantedRegions = $state.raw<readonly string[]>([]);
    orderBy = $state<OrderBy>('random');
    wantedOrder = $state.raw<readonly number[]>([]);
    hiddenMoney = $state(false);
    contractor = $state(false);
    wantedRules = $state.raw<readonly string[]>([]);
    clock = $state<ClockName>('none');
    numbers = $state(firstNumbers());
    timeOut = $state<NonNullable<Terms['time_out']>>('bot');
    substitute = $state('');
    takeOver = $state(FIRST_WAIT);
    hold = $state<number | null>(table.terms.hold.first);
    isFriendly = $state(false);
    hasChances = $state(false);

    constructor(first: First) {
        this.edition = first.edition;
        this.wantedPreset = first.preset;
        this.wantedBoard = first.board;
        this.seats = first.seats;
        this.substitute = first.substitute;
    }

    get chosenEdition(): EditionChoice | undefined {
        return this.choices?.editions.find((each) => each.id === this.edition);
    }

    get presets(): readonly PresetChoice[] {
        return this.chosenEdition?.presets ?? [];
    }

    get preset(): PresetChoice | undefined {
        return this.presets.find((each) => each.id === this.wantedPreset) ?? this.presets[0];
    }

    get boards(): readonly BoardChoice[] {
        return this.preset?.boards ?? [];
    }

    get board(): BoardChoice | undefined {
        return this.boards.find((each) => each.id === this.wantedBoard) ?? this.boards[0];
    }

    get hasRegions(): boolean {
        return (this.board?.regions.length ?? 0) > 0;
    }

    // Given regions

    get regionSets(): readonly number[] {
        return this.board?.region_sets.find((each) => each.seats === this.seats)?.masks ?? [];
    }

    /** The chosen regions that this board has. */
    get regions(): readonly string[] {
        return (this.board?.regions ?? []).map((each) => each.id).filter((id) => this.wantedRegions.includes(id));
    }

    get nRegions(): number {
        return count(this.regionSets[0] ?? 0);
    }

    get isRegionSet(): boolean {
        return this.regionSets.includes(this.#mask(this.regions));
    }

    /** True if a region can still be in play, together with those chosen. */
    canAdd(region: string): boolean {
        const wanted = this.#mask([...this.regions.filter((each) => each !== region), region]);
        return this.regionSets.some((mask) => (mask & wanted) === wanted);
    }

    toggleRegion(region: string): void {
        const chosen = this.wantedRegions;
        this.wantedRegions = chosen.includes(region) ? chosen.filter((each) => each !== region) : [...chosen, region];
    }

    #mask(regions: readonly string[]): number {
        const all = this.board?.regions ?? [];
        return all.reduce((mask, each, place) => (regions.includes(each.id) ? mask + 2 ** place : mask), 0);
    }

    // Given order

    /** The seats of round 1 in order, after any change of their number. */
    get order(): readonly number[] {
        const kept = this.wantedOrder.filter((seat) => seat < this.seats);
        const others = Array.from({ length: this.seats }, (_, seat) => seat).filter((seat) => !kept.includes(seat));
        return [...kept, ...others];
    }

    /** Swap a seat with the one before it. */
    moveUp(place: number): void {
        const order = [...this.order];
        const [seat] = order.splice(place, 1);
        if (seat === undefined || place === 0) return;
        order.splice(place - 1, 0, seat);
        this.wantedOrder = order;
    }

    // House rules

    /** House rules that have an effect with this number of seats. */
    get offeredRules(): readonly string[] {
        const rules = this.board?.house_rules ?? [];
        return rules.filter((rule) => rule.seats.includes(this.seats)).map((rule) => rule.id);
    }

    get houseRules(): readonly string[] {
        return this.offeredRules.filter((rule) => this.wantedRules.includes(rule));
    }

    toggleRule(rule: string): void {
        const chosen = this.wantedRules;
        this.wantedRules = chosen.includes(rule) ? chosen.filter((each) => each !== rule) : [...chosen, rule];
    }

    // Request

    /** Given regions that no table can have yet. */
    get isUnfinished(): boolean {
        return this.hasRegions && this.regionsBy === 'given' && !this.isRegionSet;
    }

    spec(): TableSpec | null {
        if (!this.preset || !this.board || this.isUnfinished) return null;
        return {
            edition: this.edition as TableSpec['edition'],
            preset: this.preset.id,
            board: this.board.id,
            seats: this.seats,
            hidden_money: this.hiddenMoney,
            contractor: this.contractor,
            house_rules: [...this.houseRules],
            order: this.orderBy === 'given' ? [...this.order] : 'random',
            ...(this.hasRegions ? { regions: this.regionsBy === 'given' ? [...this.regions] : this.regionsBy } : {}),
        };
    }

    terms(): Terms {
        const numbers = numbersOf(this.clock).map(([field, { ms }]) => [field, this.numberOf(field) * ms]);
        const clock = { type: this.clock, ...Object.fromEntries(numbers) } as NonNullable<Terms['clock']>;
        const rest = {
            ...{ clock, hold: this.hold, take_over: this.takeOver },
            ...(this.isFriendly ? { friendly: true } : {}),
            ...(this.hasChances ? { chances: true } : {}),
        };
        if (this.clock === 'none') return rest;
        return { ...rest, time_out: this.timeOut, ...(this.substitute ? { stand_in: this.substitute } : {}) };
    }

    // Stored choices

    /** The choices, to restore them next time. */
    snapshot(): Omit<KeptTable, 'listed'> {
        return {
            edition: this.edition,
            preset: this.preset?.id ?? '',
            board: this.board?.id ?? 'none',
            seats: this.seats,
            clock: this.clock,
            numbers: { ...this.numbers },
            hiddenMoney: this.hiddenMoney,
            contractor: this.contractor,
            rules: [...this.houseRules],
        };
    }

    restore(kept: Omit<KeptTable, 'listed'>): void {
        this.edition = kept.edition;
        this.wantedPreset = kept.preset;
        this.wantedBoard = kept.board;
        this.seats = kept.seats;
        this.clock = CLOCKS.includes(kept.clock) ? kept.clock : 'none';
        this.numbers = { ...firstNumbers(), ...kept.numbers };
        this.hiddenMoney = kept.hiddenMoney;
        this.contractor = kept.contractor;
        this.wantedRules = kept.rules;
    }

    numberOf(field: string): number {
        return this.numbers[`${this.clock}.${field}`] ?? 0;
    }

    setNumber(field: string, value: number): void {
        this.numbers[`${this.clock}.${field}`] = value;
    }
}

function count(mask: number): number {
    return Array.from({ length: 53 }, (_, place) => place).filter((place) => has(mask, place)).length;
}
