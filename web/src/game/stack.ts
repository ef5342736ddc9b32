// Public knowledge of the plant stack: layers, top first, of cards that may be in each.

import type { StackSeen } from '../protocol/api.js';
import { NONE } from './ids.js';
import { count, has, union, withoutMember } from './masks.js';

/** Remove the top card, which turned out to be `card`. */
export function takeFromStack(stack: StackSeen, nBacks: number, card: number, nextBack: number): void {
    const layer = stack.pools.findIndex((pool) => has(pool, card));
    if (layer < 0) throw new Error(`expected card ${card} in the stack`);
    stack.counts[layer * nBacks + stack.top_back]! -= 1;
    stack.pools = stack.pools.map((pool) => withoutMember(pool, card));
    if (sum(layerCounts(stack, nBacks, layer)) === 0) {
        stack.pools.splice(layer, 1);
        stack.counts.splice(layer * nBacks, nBacks);
        if (stack.n_mixed > 1) stack.n_mixed -= 1;
    }
    stack.top_back = nextBack;
}

/** Put a known card at the bottom. */
export function putUnderStack(stack: StackSeen, nBacks: number, card: number, back: number): void {
    stack.pools.push(2 ** card);
    for (let each = 0; each < nBacks; each++) stack.counts.push(each === back ? 1 : 0);
    if (stack.top_back === NONE) stack.top_back = back;
}

/** Merge all layers; those whose every card is certain become one. */
export function shuffleStack(stack: StackSeen, nBacks: number, nextBack: number): void {
    let certain = 0;
    const certainCounts = new Array<number>(nBacks).fill(0);
    const pools: number[] = [];
    const counts: number[] = [];
    stack.pools.forEach((pool, layer) => {
        const held = layerCounts(stack, nBacks, layer);
        if (sum(held) === count(pool)) {
            certain = union(certain, pool);
            held.forEach((cards, back) => (certainCounts[back]! += cards));
        } else {
            pools.push(pool);
            counts.push(...held);
        }
    });
    stack.pools = certain ? [certain, ...pools] : pools;
    stack.counts = certain ? [...certainCounts, ...counts] : counts;
    stack.n_mixed = stack.pools.length;
    stack.top_back = nextBack;
}

export function stackSize(stack: StackSeen): number {
    return sum(stack.counts);
}

/** Number of cards above a card, if its place is certain. */
export function cardsAbove(stack: StackSeen, nBacks: number, card: number): number | null {
    const layer = stack.pools.findIndex((pool) => has(pool, card));
    if (layer < 0 || count(stack.pools[layer]!) > 1 || layer < stack.n_mixed) return null;
    return sum(stack.counts.slice(0, layer * nBacks));
}

function layerCounts(stack: StackSeen, nBacks: number, layer: number): number[] {
    return stack.counts.slice(layer * nBacks, (layer + 1) * nBacks);
}

function sum(numbers: readonly number[]): number {
    return numbers.reduce((total, each) => total + each, 0);
}
