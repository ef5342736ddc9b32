/** Keys that change a bid or a limit. */
import type { Guard } from './guard.svelte';
import type { LimitKeys } from './bidLimit.svelte';
import type { Turn } from './turn.svelte';
import type { Typed } from './typed.svelte';

const PAGE = 5;
const UPWARD: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowUp', 'PageUp']);

interface Range {
    readonly low: number;
    readonly high: number;
}
const within = (value: number, { low, high }: Range): number => Math.min(Math.max(value, low), high);

/** Step of an arrow or page key. */
export function stepOfKey(key: string): number {
    const far = key.startsWith('Page') ? PAGE : 1;
    return UPWARD.has(key) ? far : -far;
}

export class BidKeys implements LimitKeys {
    #bidBefore = { bid: 0, isBidTouched: false };

    constructor(
        readonly turn: Turn,
        readonly typed: Typed,
        readonly guard: Guard,
    ) {}

    get isHeld(): boolean {
        return this.guard.isOn;
    }

    /** True while a number is typed that cannot be bid or saved as a limit. */
    get isTypedWrong(): boolean {
        const range = this.turn.bidRange ?? this.turn.limit.bounds;
        const number = Number(this.typed.text);
        return range !== null && this.typed.text !== '' && (number < range.low || number > range.high);
    }

    step(key: string): void {
        const { turn } = this;
        if (turn.bidRange) turn.setBid(within(turn.bid + stepOfKey(key), turn.bidRange));
    }

    lowest(): void {
        const { turn } = this;
        turn.bid = turn.bidRange?.low ?? turn.bid;
        turn.isBidTouched = false;
    }

    /** Bid up to the limit, or else the money. */
    highest(): void {
        const { turn } = this;
        const { limit } = turn;
        const flag = limit.draft ?? limit.left;
        if (turn.bidRange) turn.setBid(within(flag ?? turn.bidRange.high, turn.bidRange));
    }

    /** Digits that are no possible bid leave the bid from before the first digit. */
    type(digit: string): void {
        const { turn, typed } = this;
        const range = turn.bidRange;
        if (!range) return;
        if (typed.text === '') this.#bidBefore = { bid: turn.bid, isBidTouched: turn.isBidTouched };
        const bid = typed.add(digit);
        if (bid >= range.low && bid <= range.high) turn.setBid(bid);
        else Object.assign(turn, this.#bidBefore);
    }

    stepLimit(key: string): void {
        this.turn.limit.step(stepOfKey(key));
    }

    endLimit(end: 'low' | 'high'): void {
        const { limit } = this.turn;
        if (limit.bounds) limit.set(limit.bounds[end]);
    }

    /** Digits that are no possible limit leave the limit as it was. */
    typeLimit(digit: string): void {
        const { bounds } = this.turn.limit;
        if (!bounds) return;
        const wanted = this.typed.add(digit);
        if (wanted >= bounds.low && wanted <= bounds.high) this.turn.limit.set(wanted);
        else this.turn.limit.draft = null;
    }

    // Orders wait for the guard: the key may have been meant for the bar before the change.

    /** Save the limit; the first press places a flag where there is none. */
    leave(): void {
        const { limit } = this.turn;
        if (limit.value === null) limit.step(1);
        else if (!limit.isFast && !this.isTypedWrong) this.#send(() => limit.leave());
    }

    remove(): void {
        const { limit } = this.turn;
        // An unsaved limit is no order.
        if (limit.isDraft) limit.draft = null;
        else this.#send(() => limit.remove());
    }

    /** Drop out of this auction, or of all in this round, at the next decision. */
    skip(): void {
        const { limit } = this.turn;
        if (limit.stage === 'limit' || limit.stage === 'in') this.#send(() => limit.dropOut());
        else if (limit.stage === 'out') this.#send(() => limit.pass());
    }

    #send(order: () => Promise<boolean>): void {
        if (this.guard.isOn || this.turn.live.isSending) return;
        this.typed.end();
        void order();
    }
}
