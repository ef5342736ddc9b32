/** The viewer's limit in an auction: the saved one, and a draft. */
import { painted } from '../design/painted';
import { has } from '../game/masks';
import type { AuctionQuotes, Winning } from '../protocol/api';
import type { Live } from '../wire/live.svelte';
import type { OrderDraft } from '../wire/orders';
import { t } from '../words';
import type { Scene } from './scene';

/** Milliseconds of a pause before a request: where others act fast, only the last position is requested. */
const PAUSE = 120;

/** With a flag, with no bid left in advance, in the auction with neither, out of it but not of the round; null: nothing. */
export type AuctionStage = 'limit' | 'left' | 'in' | 'out' | null;

/** Actions of buttons outside the bar; they wait for its guard. */
export interface LimitKeys {
    readonly isHeld: boolean;
    leave(): void;
    remove(): void;
}

export class BidLimit {
    /** Keys of the bar, while it is shown. */
    keys = $state.raw<LimitKeys | null>(null);
    /** A limit that was dragged, stepped or typed and is not saved yet. */
    draft = $state<number | null>(null);
    #told = $state.raw<AuctionQuotes | null>(null);
    #lot = -1;

    constructor(
        readonly live: Pick<Live, 'order' | 'pending'>,
        readonly scene: () => Scene | null,
        /** The bid that is being chosen, if one is: the flag moves with it until it is moved separately. */
        readonly bid: () => number | null,
    ) {}

    /** Request the values of a version; returns a function that cancels it. */
    follow(lot: number, ask: (signal: AbortSignal) => Promise<AuctionQuotes>): () => void {
        if (lot !== this.#lot) this.draft = null;
        this.#lot = lot;
        const calling = new AbortController();
        void this.#ask(ask, calling.signal);
        return () => calling.abort();
    }

    async #ask(ask: (signal: AbortSignal) => Promise<AuctionQuotes>, signal: AbortSignal): Promise<void> {
        await painted();
        // The own limits are shown immediately; after moves of others there is a pause.
        if (this.#told) await new Promise((go) => setTimeout(go, PAUSE));
        if (signal.aborted) return;
        try {
            const told = await ask(signal);
            if (!signal.aborted) this.take(told);
        } catch {
            // Bids can be made without it; the next position is requested again.
        }
    }

    /** Store the server's values of the auction for this seat. */
    take(told: AuctionQuotes): void {
        this.#told = told;
        if (this.draft === told.limit) this.draft = null;
    }

    /** The server's values, if they are of this seat and auctions run. */
    get told(): AuctionQuotes | null {
        const scene = this.scene();
        if (!scene || scene.isPast || scene.phase !== 'auction' || this.#told?.seat !== scene.viewer) return null;
        return this.#told;
    }

    /** Effects of winning a plant. */
    winning(card: number): Winning | null {
        return this.told?.plants.find(({ plant }) => plant === card) ?? null;
    }

    get #ofLot(): AuctionQuotes | null {
        const lot = this.scene()?.observation.auction.lot ?? -1;
        return lot >= 0 && this.told?.plants[0]?.plant === lot ? this.told : null;
    }

    /** Range of possible limits; the standing bid may be later than the server's values. */
    get bounds(): { low: number; high: number } | null {
        const told = this.#ofLot?.bounds;
        const bid = this.scene()?.observation.auction.bid ?? 0;
        return told && told.high > bid ? { low: Math.max(told.low, bid), high: told.high } : null;
    }

    /** The limit that bids for this seat. */
    get left(): number | null {
        return this.#ofLot?.limit ?? null;
    }

    /** The same while this seat is still in the shown auction: above the limit it drops out. */
    get bidding(): number | null {
        const scene = this.scene();
        return scene && has(scene.observation.auction.contenders, scene.viewer) ? this.left : null;
    }

    get drops(): boolean {
        return this.#ofLot?.drops ?? false;
    }

    get passes(): boolean {
        return this.told?.passes ?? false;
    }

    /** Bid limit for a plant that is not up yet. */
    get ahead(): AuctionQuotes['ahead'] {
        return this.told?.ahead ?? null;
    }

    /** True if a bid limit or a pass is set for the player's turn in the auctions. */
    get isLeft(): boolean {
        return this.left !== null || this.drops || this.passes || this.ahead !== null;
    }

    /** Place of the flag; null for none. */
    get value(): number | null {
        const { bounds, draft } = this;
        const wanted = draft ?? this.left ?? this.bid();
        return bounds && wanted !== null ? Math.min(Math.max(wanted, bounds.low), bounds.high) : null;
    }

    /** True if the flag was moved and not saved. */
    get isDraft(): boolean {
        return this.draft !== null && this.draft !== this.left;
    }

    /** True if the flag is at the saved limit. */
    get isFast(): boolean {
        return this.left !== null && this.value === this.left;
    }

    set(limit: number): void {
        const { bounds } = this;
        if (bounds) this.draft = Math.min(Math.max(limit, bounds.low), bounds.high);
    }

    step(by: number): void {
        const { bounds, value } = this;
        if (bounds) this.set(value === null ? bounds.low + 1 : value + by);
    }

    get stage(): AuctionStage {
        if (this.drops || this.passes) return 'left';
        if (this.bounds) return this.value === null ? 'in' : 'limit';
        if (this.ahead) return 'left';
        return this.told?.may_pass ? 'out' : null;
    }

    /** Label on the own seat, hidden from others. */
    get chip(): string {
        const { ahead } = this;
        if (this.left !== null) return t('chip.limit', { limit: this.left });
        if (ahead) return t(ahead.up_to ? 'chip.limit_for' : 'chip.drops_for', this.aheadWords(ahead));
        return this.drops ? t('chip.drops') : this.passes ? t('chip.no_plant') : '';
    }

    aheadWords({ plant, up_to: limit }: NonNullable<AuctionQuotes['ahead']>): { plant: string; limit: number } {
        return { plant: this.scene()?.plantName(plant) ?? '', limit };
    }

    /** Save the limit at the flag. */
    leave(): Promise<boolean> {
        const { value } = this;
        return value === null ? Promise.resolve(false) : this.#order(this.#plant, value, 'drop');
    }

    /** Drop out of this auction at the next decision. */
    dropOut(): Promise<boolean> {
        return this.#order(this.#plant, 0, 'drop');
    }

    /** Buy no plant this round. */
    pass(): Promise<boolean> {
        return this.#order('', 0, 'drop');
    }

    /** Remove the unsaved limit first, then the saved one. */
    remove(): Promise<boolean> {
        if (this.isDraft) {
            this.draft = null;
            return Promise.resolve(true);
        }
        if (!this.isLeft) return Promise.resolve(false);
        const { ahead } = this;
        const plant = ahead ? this.aheadWords(ahead).plant : this.passes ? '' : this.#plant;
        return this.#order(plant, 0, 'ask');
    }

    get #plant(): string {
        const scene = this.scene();
        return scene ? scene.plantName(scene.observation.auction.lot) : '';
    }

    async #order(plant: string, upTo: number, beyond: 'drop' | 'ask'): Promise<boolean> {
        if (this.live.pending) return false;
        const draft: OrderDraft = { type: 'limit', plant, up_to: upTo, beyond };
        const isDone = await this.live.order(draft);
        if (isDone && this.#told) {
            const drops = upTo === 0 && beyond === 'drop';
            this.#told = {
                ...this.#told,
                limit: upTo || null,
                drops: drops && plant !== '',
                passes: drops && plant === '',
                // One limit takes the place of another.
                ahead: null,
            };
            // The flag may have been moved while the order was pending.
            if (upTo === 0 || this.draft === upTo) this.draft = null;
        }
        return isDone;
    }
}
