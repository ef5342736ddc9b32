/** The acting seat and its action in a few words: the flag of the bar while moves are shown. */
import { members } from '../game/masks';
import type { Event } from '../protocol/api';
import type { TableFacts } from '../game/sheet';
import { sentenceOf, speakerOf } from '../table/logBook';
import type { Scene } from '../table/scene';
import { t } from '../words';
import { chosen } from '../words/language.svelte';
import { type Beat, type Mark, seatOf } from './beats';

type Words = { key: string; values?: Record<string, string | number> };

const last = <N extends Event['event']>(beat: Beat, name: N): Extract<Event, { event: N }> | undefined =>
    beat.events.findLast((event): event is Extract<Event, { event: N }> => event.event === name);

/** Words of events that need more than their kind of beat. */
function special(scene: Scene, beat: Beat): Words | null {
    const event = beat.events.at(-1);
    switch (event?.event) {
        case 'plant_offered':
            return { key: 'offer', values: { plant: scene.plantName(event.plant) } };
        case 'plant_bought':
            return { key: 'sale', values: { plant: scene.plantName(event.plant) } };
        case 'plant_scrapped':
            return { key: 'scrap', values: { plant: scene.plantName(event.plant) } };
        case 'city_connected':
            return beat.kind === 'cities'
                ? { key: 'cities', values: { count: beat.steps.length } }
                : { key: 'city', values: { city: scene.cityName(event.city) } };
        case 'cities_supplied':
            return { key: 'power', values: { count: event.n_cities } };
        case 'electricity_produced':
            return { key: 'produce', values: { count: members(event.plants).length } };
        case 'card_joined':
            return { key: 'card', values: { plant: scene.plantName(event.card) } };
        case 'card_went_under':
            return { key: 'under', values: { plant: scene.plantName(event.card) } };
        case 'card_left':
            return { key: 'left', values: { plant: scene.plantName(event.card) } };
        case 'step_began':
            return { key: 'step', values: { step: event.step } };
        case 'last_round_set':
            return { key: 'last_round' };
        case 'game_ended':
            return { key: 'over' };
        case 'regions_chosen':
            return { key: 'regions' };
        default:
            return null;
    }
}

export function doesWords(scene: Scene, beat: Beat): string {
    const bid = last(beat, 'bid_made');
    // A rolling bid names the bid, not the seat that dropped out after it.
    const found: Words =
        bid && (beat.kind === 'bid' || beat.kind === 'roll')
            ? { key: 'bid', values: { bid: bid.amount } }
            : (special(scene, beat) ?? { key: beat.kind === 'roll' ? 'out' : beat.kind });
    const seat = bid ? bid.seat : beat.seat;
    const isYou = seat >= 0 && scene.isYou(seat);
    const name = seat >= 0 ? scene.plainName(seat) : '';
    const values = { ...found.values, name, ...(isYou ? { context: 'you' } : {}) };
    return t(`does.${seat >= 0 ? found.key : `table.${found.key}`}`, values);
}

/** A beat as far as it has been shown: a rolling bid shows no bid before it has come. */
export function shownOf(beat: Beat, played: Mark): Beat {
    if (beat.kind !== 'roll') return beat;
    const isShown = ({ version, place }: Mark): boolean =>
        version < played.version || (version === played.version && place <= played.place);
    const count = Math.max(1, beat.steps.filter(isShown).length);
    const events = beat.events.slice(0, count);
    return { ...beat, seat: seatOf(events.at(-1)!), events, steps: beat.steps.slice(0, count) };
}

/**
 * A whole beat, in the words of the log; a rolling bid as one sentence. `isByLimit` is true for entries made by a bid
 * limit.
 */
export function logWords(scene: Scene, facts: TableFacts, beat: Beat, isByLimit: (version: number) => boolean): string {
    const bids = beat.events.filter((event) => event.event === 'bid_made');
    const isRolled = beat.kind === 'roll' && bids.length > 1;
    const speaker = speakerOf(scene);
    const told = beat.events.map((event, place) =>
        isRolled && event.event === 'bid_made'
            ? ''
            : sentenceOf(facts, event, speaker, isByLimit(beat.steps[place]?.version ?? -1)),
    );
    if (isRolled) {
        const seats = [...new Set(bids.map(({ seat }) => seat))];
        const list = new Intl.ListFormat(chosen.language, { type: 'conjunction' });
        const names = list.format(seats.map((seat) => scene.seatName(seat)));
        told.unshift(t('playback.rolled', { names, low: bids[0]!.amount, high: bids.at(-1)!.amount }));
    }
    return told.filter(Boolean).join('. ');
}
