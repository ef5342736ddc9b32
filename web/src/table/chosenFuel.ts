/**
 * Fuel that is chosen and not yet bought, drawn in free spaces of plants that burn it; plants of one kind come first. The server
 * lays out what was bought: this is a picture of the choice and decides nothing.
 */
import type { HeldPlant } from '../design/seatView';

/** The plants, each with the fuel chosen for it by kind. */
export function withChosenFuel<Held extends HeldPlant>(
    held: readonly Held[],
    amounts: readonly number[],
): (Held & { chosen: readonly number[] })[] {
    const left = [...amounts];
    const chosen = new Map(held.map((each) => [each, left.map(() => 0)]));
    const narrowFirst = [...held].sort((one, other) => one.plant.kinds.length - other.plant.kinds.length);
    for (const each of narrowFirst) {
        let room = each.plant.storage - each.stored.reduce((sum, amount) => sum + amount, 0);
        for (const kind of each.plant.kinds) {
            const amount = Math.max(0, Math.min(left[kind] ?? 0, room));
            if (amount === 0) continue;
            chosen.get(each)![kind] = amount;
            left[kind]! -= amount;
            room -= amount;
        }
    }
    return held.map((each) => ({ ...each, chosen: chosen.get(each)! }));
}
