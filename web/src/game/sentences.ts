// Sentences of the log: a key with its values, and their translation. `eventText.ts` maps events to sentences.

/** A word inside a sentence that is looked up separately. */
export type Part =
    | { word: string; values?: Record<string, string | number> }
    | { seat: number }
    | { city: number }
    | { region: number };

export interface Sentence {
    /** Key of `words/<language>/game.json`; with `_you` where that form exists and the seat is the reader's. */
    key: string;
    /** The seat that did it. */
    seat: number | null;
    values: Record<string, string | number>;
    /** Values that are words or lists of words. */
    parts: Record<string, Part[]>;
}

/** Translates sentences. `t` is the function of words/index.ts or a compatible one. */
export interface Speaker {
    t: (key: string, values: Record<string, string | number>) => string;
    language: string;
    /** The reader's own seat, or -3. */
    viewer: number;
    seatName: (seat: number) => string;
    cityName: (city: number) => string;
    regionName: (region: number) => string;
}

/** The sentence in the speaker's language. */
export function say(sentence: Sentence, speaker: Speaker): string {
    const { before, name, after } = sayAround(sentence, speaker);
    return before + name + after;
}

/** The sentence before and after the name of its seat, so that the name can be styled. */
export function sayAround(sentence: Sentence, speaker: Speaker): { before: string; name: string; after: string } {
    const values: Record<string, string | number> = { ...sentence.values };
    for (const [name, parts] of Object.entries(sentence.parts)) {
        values[name] = list(
            parts.map((part) => word(part, speaker)),
            speaker.language,
        );
    }
    if (sentence.seat !== null) {
        values['seat'] = NAME;
        if (sentence.seat === speaker.viewer) values['context'] = 'you';
    }
    const text = speaker.t(sentence.key, values);
    const at = text.indexOf(NAME);
    if (at < 0) return { before: text, name: '', after: '' };
    return { before: text.slice(0, at), name: speaker.seatName(sentence.seat!), after: text.slice(at + 1) };
}

/** Placeholder for the name of the seat until the sentence is split there. */
const NAME = '\u0000';

function word(part: Part, speaker: Speaker): string {
    if ('seat' in part) return speaker.seatName(part.seat);
    if ('city' in part) return speaker.cityName(part.city);
    if ('region' in part) return speaker.regionName(part.region);
    return speaker.t(part.word, part.values ?? {});
}

/** By language: making one takes longer than using it on a whole log. */
const lists = new Map<string, Intl.ListFormat>();

function list(words: string[], language: string): string {
    const known = lists.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction' });
    lists.set(language, known);
    return known.format(words);
}

export function sentence(
    key: string,
    seat: number | null,
    values: Record<string, string | number> = {},
    parts: Record<string, Part[]> = {},
): Sentence {
    return { key, seat, values, parts };
}
