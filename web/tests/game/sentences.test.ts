// @vitest-environment node
import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';

import { type Sentence, type Speaker, say } from '../../src/game/sentences.js';
import { factsOf } from '../../src/game/sheet.js';
import { entrySentences } from '../../src/game/eventText.js';
import de from '../../src/words/de/game.json';
import en from '../../src/words/en/game.json';
import { happenedOf } from '../frames.js';
import { sample } from '../games.js';

const from = sample();
const words: Record<string, Record<string, string>> = { en, de };

async function speaker(language: string, viewer: number, missed: string[]): Promise<Speaker> {
    const i18n = createInstance();
    await i18n.init({
        lng: language,
        keySeparator: false,
        interpolation: { escapeValue: false },
        resources: { [language]: { translation: words[language]! } },
        saveMissing: true,
        missingKeyHandler: (_languages, _namespace, key) => missed.push(key),
        missingInterpolationHandler: (text: string) => {
            missed.push(text);
            return '';
        },
    });
    return {
        t: (key, values) => i18n.t(key, values),
        language,
        viewer,
        seatName: (seat) => (seat === viewer ? (language === 'de' ? 'Du' : 'You') : `Seat ${seat}`),
        cityName: (city) => `City ${city}`,
        regionName: (region) => `Region ${region}`,
    };
}

function told(): Sentence[] {
    return from.games.flatMap((game) => {
        const facts = factsOf(from.sheets[game.rules]!);
        return happenedOf(from, game).flatMap((frame) => entrySentences(facts, frame));
    });
}

describe.each(['en', 'de'])('the log in %s', (language) => {
    it('has words and values for everything that happens, for the reader and for others', async () => {
        const missed: string[] = [];
        const speakers = [await speaker(language, 0, missed), await speaker(language, -3, missed)];
        const seen = new Set<string>();
        for (const sentence of told()) {
            seen.add(sentence.key);
            for (const each of speakers) {
                const text = say(sentence, each);
                if (text.includes('{{') || text === sentence.key || text.trim() === '') missed.push(text);
            }
        }
        expect(missed).toEqual([]);
        expect(seen.size).toBeGreaterThan(40);
    });
});

it('both languages have the same keys and the same values in them', () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    const valuesOf = (text: string): string[] => [...text.matchAll(/{{(\w+)}}/g)].map((match) => match[1]!).sort();
    for (const [key, text] of Object.entries(en)) {
        expect([key, valuesOf(words['de']![key]!)]).toEqual([key, valuesOf(text)]);
    }
});

it('every seat sentence speaks to its reader', async () => {
    const missed: string[] = [];
    const you = await speaker('en', 2, missed);
    const bid = { key: 'told.bid_made', seat: 2, values: { amount: 7 }, parts: {} };
    expect(say(bid, you)).toBe('You bid 7');
    expect(say({ ...bid, seat: 1 }, you)).toBe('Seat 1 bids 7');
    const german = await speaker('de', 2, missed);
    expect(say(bid, german)).toBe('Du bietest 7');
    expect(missed).toEqual([]);
});
