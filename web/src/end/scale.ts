// Axes and labels of a small chart.

/** Three or four round numbers from 0 to at least `most`. */
export function ticksTo(most: number): number[] {
    const steps = [1, 2, 3, 5, 6, 10, 15, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
    const step = steps.find((each) => each * 3 >= most) ?? Math.ceil(most / 3);
    const n = Math.max(1, Math.ceil(most / step));
    return Array.from({ length: n + 1 }, (_, place) => place * step);
}

/** Rounds with a label under the axis: the first, the last, and even steps between. */
export function roundLabels(nRounds: number): number[] {
    const step = nRounds <= 6 ? 1 : nRounds <= 12 ? 2 : nRounds <= 24 ? 4 : Math.ceil(nRounds / 6);
    const labels: number[] = [];
    for (let round = 1; round <= nRounds; round += step) labels.push(round);
    if (labels.at(-1) !== nRounds) {
        if (nRounds - labels.at(-1)! < step / 2 + 0.5) labels.pop();
        labels.push(nRounds);
    }
    return labels;
}

/** Moves labels apart so that none covers another, each as near to its place as can be. */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
    const order = wanted.map((_, place) => place).sort((one, other) => wanted[one]! - wanted[other]! || one - other);
    const found = [...wanted];
    let above = -Infinity;
    for (const place of order) {
        found[place] = Math.max(wanted[place]!, above + gap, low);
        above = found[place]!;
    }
    let below = Infinity;
    for (const place of order.reverse()) {
        found[place] = Math.min(found[place]!, below - gap, high);
        below = found[place]!;
    }
    return found;
}
