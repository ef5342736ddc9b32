// Which cities each seat has, from an observation.

import type { Observation, TableSheet } from '../protocol/api.js';

/** `houses[seat]`: its cities; empty before the first card and where there is no board. */
export function housesOf(
    observation: Observation | null,
    sheet: Pick<TableSheet, 'cities' | 'space_costs'>,
): number[][] {
    const seats = observation?.order.length ?? 0;
    const places = sheet.space_costs.length;
    return Array.from({ length: seats }, (_, seat) =>
        sheet.cities.flatMap((_city, city) =>
            observation!.spaces.slice(city * places, (city + 1) * places).includes(seat) ? [city] : [],
        ),
    );
}
