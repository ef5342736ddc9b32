/** The fuel that a seat of the card game has stored. */
import type { Scene } from '../../table/scene';

/** Units by kind. What lies in a storage is counted by face: each card, showing one unit up to all. */
export function storedUnits(scene: Scene, seat: number): number[] {
    const units = scene.sheet.kinds.map(() => 0);
    const counts = scene.observation.parts[`stored_${seat}`] ?? [];
    let face = 0;
    for (const card of scene.sheet.fuel_cards) {
        for (let shown = 1; shown <= card.units; shown += 1, face += 1) {
            units[card.kind] = (units[card.kind] ?? 0) + shown * (counts[face] ?? 0);
        }
    }
    return units;
}
