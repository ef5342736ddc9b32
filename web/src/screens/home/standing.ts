/** The position of the reader's own table, loaded when the first page shows it large. */
import { housesOf } from '../../game/houses';
import { type RulesSheet, factsOf } from '../../game/sheet';
import { counting } from '../../game/undone';
import type { HappenedFrame, TableFrame, TableSheet } from '../../protocol/api';
import { sentenceOf, speakerOf } from '../../table/logBook';
import { Scene } from '../../table/scene';
import { readEntries, readSheet, readTable } from '../../wire/rest';
import { ticketOf } from '../../wire/tickets';

/** Number of entries searched back for the viewer's last move. */
const FAR_BACK = 60;
/** Sentences about the moves since. */
const MAX_TOLD = 3;
/** Events worth a sentence to a returning player. */
const REPORTED_EVENTS = new Set<string>([
    'plant_bought',
    'resources_bought',
    'fuel_card_bought',
    'city_connected',
    'auction_passed',
    'plant_offered',
    'bid_made',
    'cities_supplied',
    'electricity_produced',
]);

export interface TablePosition {
    readonly scene: Scene;
    readonly houses: readonly (readonly number[])[];
    /** Moves of others since the reader's last one, the latest last. */
    readonly told: readonly string[];
    /** When the turn began, or 0. */
    readonly since: number;
}

export async function readTablePosition(gameId: string, known: TableFrame | null): Promise<TablePosition | null> {
    const ticket = ticketOf(gameId)?.ticket ?? '';
    const [frame, sheet] = await Promise.all([known ?? readTable(gameId, ticket), readSheet(gameId)]);
    const { table } = frame;
    if (!table.observation) return null;
    const { missing } = await readEntries(gameId, ticket, Math.max(0, table.version - FAR_BACK));
    const scene = new Scene(table, table.observation, sheet);
    return {
        scene,
        houses: housesOf(table.observation, sheet),
        told: toldSince(scene, sheet, missing),
        since: missing.at(-1)?.at ?? 0,
    };
}

function toldSince(scene: Scene, sheet: TableSheet, frames: readonly HappenedFrame[]): string[] {
    const facts = factsOf(sheet as unknown as RulesSheet);
    const speaker = speakerOf(scene);
    const counted = counting(frames);
    const last = counted.findLastIndex(({ kind, seat }) => kind === 'acted' && seat === scene.viewer);
    return counted
        .slice(last + 1)
        .flatMap(({ events, by_limit: isByLimit }) =>
            events
                .filter((event) => REPORTED_EVENTS.has(event.event) && 'seat' in event && event.seat !== scene.viewer)
                .map((event) => sentenceOf(facts, event, speaker, isByLimit)),
        )
        .filter(Boolean)
        .slice(-MAX_TOLD)
        .map((each) => (/[.!?]$/.test(each) ? each : `${each}.`));
}
