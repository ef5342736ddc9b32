/** A table with its sheet: source of names and values for the panels. */
import type { Observation, PlantFace, TableSheet, TableView } from '../protocol/api';
import { type Edition, editionOf } from '../game/edition';
import { OVER } from '../game/ids';
import { rulesOf } from '../game/sheet';
import { t, tOr } from '../words';
import { cityTitle } from '../words/names';

export class Scene {
    constructor(
        readonly view: TableView,
        readonly observation: Observation,
        readonly sheet: TableSheet,
        /** An earlier moment is shown; nothing can be done there. */
        readonly isPast = false,
        /** Several people look at this page in turn: no seat is named "you". */
        readonly isShared = false,
        /** Others' moves are being shown: nothing can be done until they are over. */
        readonly isPlaying = false,
    ) {}

    get viewer(): number {
        return this.observation.viewer;
    }

    get isMyTurn(): boolean {
        return !this.isPast && !this.isPlaying && this.viewer >= 0 && this.observation.actor === this.viewer;
    }

    /** The properties of the edition. */
    get edition(): Edition {
        return editionOf(this.sheet.spec.edition);
    }

    /** True if the game has ended, by its rules or by its players. */
    get isOver(): boolean {
        return this.observation.phase === OVER || (!this.isPast && Boolean(this.view.result));
    }

    /** The name of the running phase. */
    get phase(): string {
        return this.sheet.phases[this.observation.phase] ?? '';
    }

    /** "You" or the name; a seat without one is numbered. */
    seatName(seat: number): string {
        return this.isYou(seat) ? t('seat.you') : this.plainName(seat);
    }

    isYou(seat: number): boolean {
        return seat === this.viewer && !this.isShared;
    }

    plainName(seat: number): string {
        return this.view.seats[seat]?.name || t('seat.numbered', { number: seat + 1 });
    }

    plant(card: number): PlantFace | undefined {
        return this.sheet.plants[card];
    }

    plantName(card: number): string {
        return this.sheet.plants[card]?.name ?? t(`card.${this.sheet.step_card}`);
    }

    kindName(kind: number): string {
        return t(`kind.${this.sheet.kinds[kind] ?? ''}`);
    }

    /** The name of a kind inside a sentence. */
    kindWithin(kind: number): string {
        return t(`told.kind.${this.sheet.kinds[kind] ?? ''}`);
    }

    cityName(city: number): string {
        return cityTitle(this.sheet.spec.board, this.sheet.cities[city]?.name ?? '');
    }

    /** In the reader's language; a board of the host's own has only the sheet's name. */
    regionName(region: number): string {
        const face = this.sheet.regions[region];
        const board = this.sheet.spec.board.replace('-recharged', '');
        return face ? tOr(`map.region.${board}.${face.id}`, face.name) : '';
    }

    money(seat: number): number {
        return this.observation.money[seat] ?? -1;
    }

    /** The viewer's money; nothing while it is hidden on a shared device, where only what is free can be done. */
    get spendable(): number {
        return Math.max(this.money(this.viewer), 0);
    }

    /** The word for a plant that supplies no city; empty for all others. */
    plantTag(card: number): string {
        const mines = rulesOf(this.sheet).figures?.mines ?? [];
        return mines.includes(this.plant(card)?.number ?? 0) ? tOr('mines.tag', '') : '';
    }

    /** A seat's plants with the fuel on each. */
    held(seat: number): { card: number; plant: PlantFace; stored: readonly number[]; tag: string }[] {
        const cards = this.observation.plants[seat] ?? [];
        return cards.flatMap((card, place) => {
            const plant = this.plant(card);
            const stored = this.observation.stored[seat]?.[place] ?? [];
            return plant ? [{ card, plant, stored, tag: this.plantTag(card) }] : [];
        });
    }

    /** Owners of houses in a city, in the order of its places; -1 is a free place. */
    houses(city: number): number[] {
        const n = this.sheet.space_costs.length;
        return this.observation.spaces.slice(city * n, city * n + n);
    }
}
