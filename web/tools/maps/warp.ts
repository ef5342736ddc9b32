// Bends the land after its cities: each city's shift is spread around it and fades with distance,
// so a coast stays a coast and a city by the sea stays there.

export type Point = readonly [number, number];

const REACH = 75;

function kernel(a: Point, b: Point): number {
    const r = Math.hypot(a[0] - b[0], a[1] - b[1]) / REACH;
    return (1 + r) * Math.exp(-r);
}

/** The map of the plane that takes each point of ``from`` to its partner in ``to``. */
export function warpBetween(from: readonly Point[], to: readonly Point[]): (point: Point) => Point {
    const n = from.length;
    const rows = from.map((one, i) => [
        // A little give keeps two cities at nearly one place from tearing the land between them.
        ...from.map((other, j) => kernel(one, other) + (i === j ? 0.02 : 0)),
        to[i]![0] - one[0],
        to[i]![1] - one[1],
    ]);
    solve(rows, n);
    const weights = rows.map((row): Point => [row[n]!, row[n + 1]!]);
    return (point) => {
        let [x, y] = point;
        for (let i = 0; i < n; i += 1) {
            const near = kernel(point, from[i]!);
            x += near * weights[i]![0];
            y += near * weights[i]![1];
        }
        return [x, y];
    };
}

/** Gauss with the largest pivot; afterwards the last columns hold the answers. */
function solve(rows: number[][], n: number): void {
    for (let column = 0; column < n; column += 1) {
        let best = column;
        for (let row = column + 1; row < n; row += 1) {
            if (Math.abs(rows[row]![column]!) > Math.abs(rows[best]![column]!)) best = row;
        }
        [rows[column], rows[best]] = [rows[best]!, rows[column]!];
        const pivot = rows[column]!;
        const lead = pivot[column]!;
        for (let k = column; k < pivot.length; k += 1) pivot[k] = pivot[k]! / lead;
        for (let row = 0; row < n; row += 1) {
            if (row === column) continue;
            const factor = rows[row]![column]!;
            if (factor === 0) continue;
            for (let k = column; k < pivot.length; k += 1) rows[row]![k]! -= factor * pivot[k]!;
        }
    }
}

/** The smallest stretch of area on a grid; not above zero where the land is folded over itself. */
export function smallestStretch(warp: (point: Point) => Point, width: number, height: number): number {
    let smallest = Infinity;
    const step = 4;
    for (let x = 0; x <= width; x += step) {
        for (let y = 0; y <= height; y += step) {
            const here = warp([x, y]);
            const right = warp([x + 0.5, y]);
            const below = warp([x, y + 0.5]);
            const area = (right[0] - here[0]) * (below[1] - here[1]) - (right[1] - here[1]) * (below[0] - here[0]);
            smallest = Math.min(smallest, area / 0.25);
        }
    }
    return smallest;
}
