/**
 * What is as it was stays the same object, so that a move redraws what it changes and nothing else. Things are
 * matched by their place; they must be plain enough for JSON to tell them apart.
 */
export function keepSame<Thing>(before: readonly Thing[], now: readonly Thing[]): readonly Thing[] {
    const kept = now.map((thing, place) => {
        const old = before[place];
        return old !== undefined && JSON.stringify(old) === JSON.stringify(thing) ? old : thing;
    });
    return kept.length === before.length && kept.every((thing, place) => thing === before[place]) ? before : kept;
}
