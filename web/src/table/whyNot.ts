/** Why a city is not on offer. */
import type { Turn } from './turn.svelte';

/** Show the reason that the server quoted, or that of its answer to the order. */
export async function askWhyNot(turn: Turn, city: number): Promise<void> {
    const { live, quotes } = turn;
    const refusal = quotes.of(city)?.refusal;
    quotes.asked = refusal ? city : -1;
    if (refusal) {
        live.refusal = refusal;
        return;
    }
    const id = turn.scene()?.sheet.cities[city]?.id;
    if (id && !turn.may('connect')?.cities.includes(city)) await live.act({ do: 'connect', city: id });
}
