/** Limits of fuel: the supply on sale of each kind, and the storage that kinds share. */
import type { OfferOf } from './chosen';
import type { FuelChoices } from './viewAids';

type JointRooms = FuelChoices['joint_rooms'];

/** Units of each kind on sale. */
export function mostOf(buys: readonly OfferOf<'buy'>[], nKinds: number): readonly number[] {
    return Array.from(
        { length: nKinds },
        (_, kind) => buys.find(({ resource }) => resource === kind)?.costs.length ?? 0,
    );
}

/** Maximum of each kind while the other amounts stay as they are. */
export function mostBeside(most: readonly number[], rooms: JointRooms, amounts: readonly number[]): readonly number[] {
    return most.map((onSale, kind) =>
        rooms
            .filter(({ kinds }) => kinds.includes(kind))
            .reduce((least, { kinds, most: together }) => {
                const others = kinds.reduce((sum, other) => sum + (other === kind ? 0 : (amounts[other] ?? 0)), 0);
                return Math.max(0, Math.min(least, together - others));
            }, onSale),
    );
}

/** The amounts, reduced to the supply and the storage; earlier kinds keep theirs. */
export function fitted(most: readonly number[], rooms: JointRooms, amounts: readonly number[]): readonly number[] {
    const kept: number[] = [];
    for (const [kind, amount] of amounts.entries())
        kept.push(Math.min(amount, mostBeside(most, rooms, kept)[kind] ?? 0));
    return kept;
}
