// Target of an arrow key: the nearest city in that direction.

export type Direction = 'up' | 'down' | 'left' | 'right';

interface At {
    readonly x: number;
    readonly y: number;
}

const TOWARDS: Readonly<Record<Direction, readonly [number, number]>> = {
    up: [0, -1],
    down: [0, 1],
    left: [-1, 0],
    right: [1, 0],
};

export const DIRECTIONS: Readonly<Record<string, Direction>> = {
    ArrowUp: 'up',
    ArrowDown: 'down',
    ArrowLeft: 'left',
    ArrowRight: 'right',
};

/** First within a right angle around the direction, then anywhere ahead; the same city if none is. */
export function nextCity(cities: readonly At[], from: number, direction: Direction): number {
    const here = cities[from];
    if (!here) return from;
    const [dx, dy] = TOWARDS[direction];
    for (const widest of [1, 6]) {
        let [found, best] = [from, Infinity];
        cities.forEach(({ x, y }, city) => {
            if (city === from) return;
            const ahead = (x - here.x) * dx + (y - here.y) * dy;
            const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
            if (ahead <= 0 || aside > ahead * widest) return;
            // A city straight ahead counts as nearer than one at the side.
            const far = ahead + aside * 1.5;
            if (far < best) [found, best] = [city, far];
        });
        if (found !== from) return found;
    }
    return from;
}

/** The city that is nearest to a point: where the keyboard starts. */
export function cityNear(cities: readonly At[], x: number, y: number): number {
    let [found, best] = [0, Infinity];
    cities.forEach((at, city) => {
        const far = Math.hypot(at.x - x, at.y - y);
        if (far < best) [found, best] = [city, far];
    });
    return found;
}

/** The next city whose name begins with a letter, after the given one. */
export function cityByLetter(cities: readonly { readonly name: string }[], from: number, letter: string): number {
    for (let step = 1; step <= cities.length; step += 1) {
        const city = (from + step) % cities.length;
        if (cities[city]!.name.toLocaleLowerCase().startsWith(letter.toLocaleLowerCase())) return city;
    }
    return from;
}
