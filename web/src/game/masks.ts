// Sets of cards, seats or regions as numbers. A deck has more than 32 cards, so JavaScript's own
// operators on bits, which know 32 of them, would lose some; up to 53 a number is exact.

const LOW = 2 ** 32;

export function has(mask: number, place: number): boolean {
    return Math.floor(mask / 2 ** place) % 2 === 1;
}

export function withMember(mask: number, place: number): number {
    return has(mask, place) ? mask : mask + 2 ** place;
}

export function withoutMember(mask: number, place: number): number {
    return has(mask, place) ? mask - 2 ** place : mask;
}

export function union(one: number, other: number): number {
    const high = (Math.floor(one / LOW) | Math.floor(other / LOW)) >>> 0;
    return high * LOW + ((one | other) >>> 0);
}

export function shared(one: number, other: number): number {
    const high = (Math.floor(one / LOW) & Math.floor(other / LOW)) >>> 0;
    return high * LOW + ((one & other) >>> 0);
}

/** The members from the lowest up. */
export function members(mask: number): number[] {
    const found: number[] = [];
    for (let place = 0, left = mask; left > 0; place++, left = Math.floor(left / 2)) {
        if (left % 2 === 1) found.push(place);
    }
    return found;
}

export function count(mask: number): number {
    return members(mask).length;
}

export function maskOf(places: readonly number[]): number {
    return places.reduce(withMember, 0);
}
