/** Prices of all cities for the viewer, from the server for the shown position. */
import type { Quote } from '../map/looks';
import { painted } from '../design/painted';
import type { CityQuote, Quotes } from '../protocol/api';
import type { Scene } from './scene';

/** Requests quotes from the server; cancelled by the signal. */
export type AskQuotes = (signal: AbortSignal) => Promise<Quotes>;

const MAX_TRIES = 3;
const PAUSE = 1000;

export class QuoteBook {
    /** A city that was chosen although it cannot be built in, or -1. */
    asked = $state(-1);
    #told = $state.raw<{ position: string; cities: readonly CityQuote[] }>({ position: '', cities: [] });
    #position = $state('');

    /** The quotes of the shown position; empty while they are loaded. */
    readonly cities: readonly CityQuote[] = $derived(this.#told.position === this.#position ? this.#told.cities : []);
    /** The last quotes, drawn until new ones come, so that the map does not flicker at every move. */
    readonly #latest: readonly CityQuote[] = $derived(this.#position === '' ? [] : this.#told.cities);
    readonly drawn: readonly Quote[] = $derived(this.#latest.map(drawnQuote));

    of(city: number): CityQuote | undefined {
        return this.cities[city];
    }

    /** The parts of a price that an offer names; the last known ones are used if their total is the same. */
    partsOf(city: number, cost: number): CityQuote | undefined {
        const quote = this.#latest[city];
        return quote && (quote.house ?? 0) + (quote.connection ?? 0) === cost ? quote : undefined;
    }

    /** Switch to a position. Requests for another one are cancelled. */
    turnTo(position: string): void {
        if (position === this.#position) return;
        this.#position = position;
        this.asked = -1;
    }

    /** Request the quotes of a position unless they are cached; returns a function that cancels it. */
    fetch(position: string, ask: AskQuotes): () => void {
        const calling = new AbortController();
        if (position !== '' && this.#told.position !== position) void this.#ask(position, ask, calling.signal);
        return () => calling.abort();
    }

    async #ask(position: string, ask: AskQuotes, signal: AbortSignal): Promise<void> {
        // Known values are drawn first.
        await painted();
        for (let tried = 1; tried <= MAX_TRIES && !signal.aborted; tried += 1) {
            try {
                const { cities } = await ask(signal);
                if (!signal.aborted) this.#told = { position, cities };
                return;
            } catch {
                // The offers still have the totals; the parts may come a little later.
                await new Promise((go) => setTimeout(go, PAUSE));
            }
        }
    }
}

/** Key of the state that a quote depends on; empty where nothing is quoted. */
export function positionOf({ observation, viewer, isOver, edition }: Scene, isPast: boolean): string {
    if (viewer < 0 || !edition.hasPlans || isOver || isPast || observation.round === 0) return '';
    const { step, regions, spaces, money, plants } = observation;
    return JSON.stringify([viewer, step, regions, money[viewer], plants[viewer], spaces]);
}

/** A quote for the map: without a price for a house there is no total. */
export function drawnQuote({ city, house, connection, path, refusal, extension }: CityQuote): Quote {
    return {
        city,
        ...(house === null || connection === null ? {} : { house, way: connection, total: house + connection, path }),
        ...(typeof extension === 'number' ? { extension } : {}),
        ...(refusal === null ? {} : { refusal: refusal.code, clause: refusal.clause, numbers: refusal.numbers }),
    };
}
