/** The line about a finished game, in words. */
import type { TableFacts } from '../../game/sheet';
import { t } from '../../words';
import { listWords } from '../../words/list';
import { clauseOf, type Said } from './myLine';
import type { NightSeat } from './night';

export interface Line {
    readonly head: string;
    /** Empty without a clause. */
    readonly clause: string;
}

const MAX_FEW = 9;

/** "three"; larger numbers in digits. */
export const few = (count: number): string => (count >= 2 && count <= MAX_FEW ? t(`over.few.${count}`) : String(count));

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** "coal", or "coal/oil" for a hybrid. */
export const fuelWords = (facts: TableFacts, kinds: readonly number[]): string =>
    kinds.map((kind) => t(`told.kind.${facts.kinds[kind] ?? ''}`)).join('/');

/** "2nd. 16 cities." and "Plants for two more, and you win with 18." */
export function lineOf(
    facts: TableFacts,
    seats: readonly NightSeat[],
    seat: number,
    isYou: boolean,
    nameOf: (seat: number) => string,
): Line {
    const own = seats.find((each) => each.seat === seat);
    if (!own) return { head: '', clause: '' };
    const { unit } = facts.edition;
    const values = { count: own.score, place: t(`over.place.${own.place}`), name: nameOf(seat) };
    const said = clauseOf(facts, seats, seat);
    return {
        head: t(isYou ? `over.line.head.${unit}` : `over.line.winner.${unit}`, values),
        clause: said ? sentence(facts, said, isYou, nameOf) : '',
    };
}

function sentence(facts: TableFacts, said: Said, isYou: boolean, nameOf: (seat: number) => string): string {
    const count = Number(said.values['count'] ?? 0);
    return t(said.key, {
        ...said.values,
        context: isYou ? 'you' : '',
        few: few(count),
        Few: capital(few(count)),
        names: listWords((said.seats ?? []).map(nameOf)),
        fuel: fuelWords(facts, said.kinds ?? []),
    });
}
