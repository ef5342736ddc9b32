// @vitest-environment jsdom
/** Output: notes of Web Audio and pulses of a phone, counted; none where they are off. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Event } from '../../src/protocol/api';
import { set, settings } from '../../src/settings/settings.svelte';
import { Ear } from '../../src/sound/ear';
import { hasHaptics, PATTERNS } from '../../src/sound/haptics';
import { RECIPES } from '../../src/sound/recipes';
import { signal, sound } from '../../src/sound/signal';

const levels: number[] = [];
let sources = 0;

class Param {
    value = 0;
    setValueAtTime = () => this;
    exponentialRampToValueAtTime = () => this;
    linearRampToValueAtTime = (level: number) => {
        levels.push(level);
        return this;
    };
}
class Part {
    gain = new Param();
    frequency = new Param();
    Q = new Param();
    connect = <Other>(other: Other): Other => other;
    start = () => (sources += 1);
    stop = () => undefined;
}
class Audio {
    state = 'running';
    currentTime = 0;
    sampleRate = 100;
    destination = {};
    createGain = () => new Part();
    createOscillator = () => new Part();
    createBufferSource = () => new Part();
    createBiquadFilter = () => new Part();
    createBuffer = () => ({ getChannelData: () => new Float32Array(4) });
}

const pulses: number[][] = [];
const CITY = { event: 'city_connected', seat: 1, city: 0, house: 10, connection: 5, path: [], space: 0 } as Event;
const BIDS: Event[] = [9, 10].map((amount) => ({ event: 'bid_made', seat: 1, amount, contenders: 3 }));
const shown = (events: readonly Event[], more = {}) => ({ events, isReplay: false, isImmediate: false, ...more });
const played = async () => {
    await vi.waitFor(() => import('../../src/sound/player'));
    await Promise.resolve();
    await Promise.resolve();
    return sources;
};

beforeEach(async () => {
    vi.stubGlobal('AudioContext', Audio);
    Object.assign(navigator, { vibrate: (pattern: number[]) => (pulses.push(pattern), true) });
    vi.stubGlobal('matchMedia', (asked: string) => ({ matches: asked.includes('coarse') }));
    set('sound', true);
    set('volume', 40);
    set('haptics', true);
    await sound([{ sound: 'tick' }]);
    sources = 0;
    levels.length = 0;
    pulses.length = 0;
});
afterEach(() => vi.unstubAllGlobals());

describe('what is shown', () => {
    test('a city of mine sounds and vibrates, one of another only sounds', async () => {
        new Ear().hear(shown([CITY]), 1);
        expect([await played(), pulses]).toEqual([RECIPES.city.length, [PATTERNS.short]]);
        new Ear().hear(shown([CITY]), 0);
        expect([await played(), pulses.length]).toEqual([2 * RECIPES.city.length, 1]);
    });

    test('a replay sounds and does not vibrate', async () => {
        new Ear().hear(shown([CITY], { isReplay: true }), 1);
        expect([await played(), pulses]).toEqual([RECIPES.city.length, []]);
    });

    test('where moves are shown immediately, one sound replaces many', async () => {
        const ear = new Ear();
        for (const event of [...BIDS, ...BIDS]) ear.hear(shown([event], { isImmediate: true }), 0);
        expect(await played()).toBe(RECIPES.bid.length);
    });
});

describe('the settings', () => {
    test('without sound there are no notes, without vibration no pulses', async () => {
        set('sound', false);
        new Ear().hear(shown([CITY]), 1);
        signal('turn');
        expect([await played(), pulses.length]).toEqual([0, 2]);
        set('haptics', false);
        new Ear().hear(shown([CITY]), 1);
        signal('turn');
        expect(pulses.length).toBe(2);
    });

    test('the volume scales every note, and at nothing there is none', async () => {
        signal('turn');
        await played();
        const soft = [...levels];
        set('volume', 80);
        signal('turn');
        await played();
        expect(levels.slice(soft.length).map((level) => level.toFixed(4))).toEqual(
            soft.map((level) => (level * 2).toFixed(4)),
        );
        const before = sources;
        set('volume', 0);
        signal('turn');
        expect(await played()).toBe(before);
    });

    test('a desk has no vibration', () => {
        expect(hasHaptics()).toBe(true);
        vi.stubGlobal('matchMedia', () => ({ matches: false }));
        expect(hasHaptics()).toBe(false);
        signal('turn');
        expect(pulses).toEqual([]);
    });

    test('sound is off at first, then at 40 %; what was on unasked is off', async () => {
        const read = async (kept: object | null) => {
            if (kept) localStorage.setItem('gridwright.settings', JSON.stringify(kept));
            else localStorage.removeItem('gridwright.settings');
            vi.resetModules();
            const { settings: found } = await import('../../src/settings/settings.svelte');
            return [found.sound, found.volume, found.haptics];
        };
        expect(await read(null)).toEqual([false, 40, false]);
        expect(await read({ sound: true })).toEqual([false, 40, false]);
        expect(await read({ sound: true, volume: 70, haptics: true })).toEqual([true, 70, true]);
        expect(await read({ sound: true, volume: 'loud' })).toEqual([true, 40, false]);
        expect(settings.sound).toBe(true);
    });
});
