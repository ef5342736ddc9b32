/**
 * Returns `now` with unchanged things as their old objects, so that a move redraws only its changes. Things are
 * matched by index and compared as JSON.
 */
export function keepSame<Thing>(before: readonly Thing[], now: readonly Thing[]): readonly Thing[] {
    const kept = now.map((thing, place) => {
        const old = before[place];
        return old !== undefined && JSON.stringify(old) === JSON.stringify(thing) ? old : thing;
    });
    return kept.length === before.length && kept.every((thing, place) => thing === before[place]) ? before : kept;
}
