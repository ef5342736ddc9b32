// @vitest-environment jsdom
/** The table never shows more than has been played. Runs on a fake clock. */
import { beforeEach, describe, expect, it } from 'vitest';

import { TableStore } from '../../src/game/store.svelte';
import type { HappenedFrame, Observation } from '../../src/protocol/api';
import type { Beat } from '../../src/playback/beats';
import type { Clock } from '../../src/playback/clock';
import { Playback } from '../../src/playback/playback.svelte';
import { set } from '../../src/settings/settings.svelte';
import { happenedOf, tableFrame, viewOf } from '../frames';
import { type RecordedGame, sample } from '../games';

const from = sample();
const game: RecordedGame = from.games.find(({ name }) => name.startsWith('original-usa'))!;
const frames = happenedOf(from, game);

/** Timers that run on request only. */
class FakeClock implements Clock {
    at = 0;
    hidden = false;
    #due: { at: number; run: () => void }[] = [];
    #hide: (() => void)[] = [];
    now = (): number => this.at;
    wall = (): number => this.at;
    isHidden = (): boolean => this.hidden;
    onHidden = (run: () => void): void => void this.#hide.push(run);
    offHidden = (): void => void (this.#hide = []);
    after = (time: number, run: () => void): (() => void) => {
        const timer = { at: this.at + time, run };
        this.#due.push(timer);
        return () => void (this.#due = this.#due.filter((each) => each !== timer));
    };
    /** Milliseconds until a change is drawn, and when each was. */
    drawing = 0;
    readonly draws: number[] = [];
    drawn = (run: () => void): (() => void) =>
        this.after(this.drawing, () => {
            this.draws.push(this.at);
            run();
        });
    pass(time: number): void {
        const until = this.at + time;
        for (;;) {
            const next = this.#due.filter((each) => each.at <= until).sort((a, b) => a.at - b.at)[0];
            if (!next) break;
            this.at = next.at;
            this.#due = this.#due.filter((each) => each !== next);
            next.run();
        }
        this.at = until;
    }
    hide(): void {
        this.hidden = true;
        for (const run of this.#hide) run();
    }
}

/** A table watched from a seat. */
class Followed {
    held: number[] = [];
    pending: unknown = null;
    store: TableStore;
    #listeners = new Set<(frames: readonly HappenedFrame[]) => void>();
    constructor(viewer: number) {
        this.store = new TableStore(from.sheets[game.rules]!, viewer);
        this.store.apply(tableFrame(viewOf(from, game)));
    }
    onHappened(listener: (frames: readonly HappenedFrame[]) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }
    async hear(...heard: HappenedFrame[]): Promise<void> {
        for (const frame of heard) {
            for (const listener of this.#listeners) listener([frame]);
            this.store.apply(frame);
            await Promise.resolve();
        }
    }
    /** Without a listener. */
    know(upTo: number): void {
        for (const frame of frames.slice(this.store.version, upTo)) this.store.apply(frame);
    }
}

/** The first entry of a kind after another. */
const find = (event: string, after = 0): number =>
    frames.find((frame) => frame.version > after && frame.events[0]?.event === event)!.version;

function open(viewer: number, upTo: number): { live: Followed; clock: FakeClock; playback: Playback } {
    const live = new Followed(viewer);
    live.know(upTo);
    const clock = new FakeClock();
    const playback = new Playback(live, clock);
    playback.start();
    return { live, clock, playback };
}

const SEAT = 2;
beforeEach(() => set('pace', 'calm'));

describe('the queue', () => {
    const bid = find('bid_made');

    it('shows an event only when its time has come', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        const before = live.store.observation!;
        await live.hear(frames[bid - 1]!, frames[bid]!);
        expect(live.store.version).toBe(bid + 1);
        expect(playback.now?.beat.kind).toBe('bid');
        expect(live.store.observation!.auction.bid).toBeGreaterThan(before.auction.bid);
        const contenders = live.store.observation!.auction.contenders;
        expect(live.store.offers).toEqual([]);
        clock.pass(699);
        expect(live.store.observation!.auction.contenders).toBe(contenders);
        clock.pass(2);
        expect(playback.now?.beat.kind).toBe('out');
        expect(live.store.observation!.auction.contenders).not.toBe(contenders);
        clock.pass(450);
        expect(playback.isOn).toBe(false);
        expect(live.store.played).toBeNull();
        expect(live.store.observation).toBe(live.store.view!.observation);
    });

    it('shows an event for its time, however long it takes to draw it', async () => {
        const { live, clock, playback } = open(-3, bid - 1);
        clock.drawing = 60;
        await live.hear(...frames.slice(bid - 1, bid + 30));
        const times: number[] = [];
        playback.onShown(() => times.push(playback.now!.time));
        times.push(playback.now!.time);
        while (live.store.isPlaying) clock.pass(10);
        const stood = clock.draws.slice(1).map((at, place) => at - clock.draws[place]!);
        expect(stood.length).toBeGreaterThan(12);
        for (const [place, time] of stood.entries()) expect(Math.abs(time - times[place]!)).toBeLessThanOrEqual(60);
        // The usual delay is subtracted from the time of the event before.
        for (const [place, time] of stood.entries()) {
            if (place < 8) continue;
            expect(Math.abs(time - times[place]!)).toBeLessThanOrEqual(10);
        }
    });

    it('the log has only moves that have been played', async () => {
        const { live, clock } = open(SEAT, bid - 1);
        await live.hear(...frames.slice(bid - 1, bid + 3));
        const last = (): HappenedFrame => live.store.told.at(-1)!;
        expect(last().version).toBe(bid);
        expect(last().events).toHaveLength(1);
        clock.pass(700);
        expect(last().version).toBe(bid + 1);
        clock.pass(60_000);
        expect(live.store.told).toBe(live.store.happened);
    });

    it('lands before it shows', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        const lifted: string[] = [];
        playback.stage = { lift: (beat: Beat) => (lifted.push(beat.kind), 500), clear: () => undefined };
        const before = live.store.observation!;
        await live.hear(frames[bid - 1]!);
        expect(lifted).toEqual(['bid']);
        expect(live.store.observation!.auction.bid).toBe(before.auction.bid);
        clock.pass(500);
        expect(live.store.observation!.auction.bid).toBeGreaterThan(before.auction.bid);
        clock.pass(199);
        expect(playback.isOn).toBe(true);
        clock.pass(1);
        expect(playback.isOn).toBe(false);
    });

    it('skips to now, pauses and steps', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        await live.hear(...frames.slice(bid - 1, bid + 3));
        playback.pause();
        clock.pass(10_000);
        expect(playback.now?.beat.kind).toBe('bid');
        playback.step();
        expect(playback.now?.beat.kind).toBe('out');
        clock.pass(10_000);
        expect(playback.now?.beat.kind).toBe('out');
        playback.resume();
        clock.pass(1);
        expect(live.store.isPlaying).toBe(true);
        const left = playback.waiting + 1;
        expect(playback.skip()).toBe(left);
        expect(live.store.isPlaying).toBe(false);
        expect(live.store.observation).toBe(live.store.view!.observation);
    });

    it('plays nothing without a stage, nor in a hidden tab', async () => {
        set('pace', 'now');
        const first = open(SEAT, bid - 1);
        await first.live.hear(frames[bid - 1]!);
        expect(first.live.store.isPlaying).toBe(false);
        set('pace', 'calm');
        const second = open(SEAT, bid - 1);
        await second.live.hear(...frames.slice(bid - 1, bid + 3));
        expect(second.live.store.isPlaying).toBe(true);
        second.clock.hide();
        expect(second.live.store.isPlaying).toBe(false);
        expect(second.playback.away).toBe(bid);
        await second.live.hear(frames[bid + 3]!);
        expect(second.live.store.isPlaying).toBe(false);
    });

    it('brings an own order to the front', async () => {
        const buy = find('resources_bought');
        const seat = frames[buy - 1]!.seat!;
        const { live, clock, playback } = open(seat, bid - 1);
        await live.hear(...frames.slice(bid - 1, bid + 5));
        expect(live.store.isPlaying).toBe(true);
        live.know(buy - 1);
        live.pending = {};
        await live.hear(frames[buy - 1]!);
        expect(playback.now).toMatchObject({ time: 400, beat: { kind: 'fuel', isOwn: true } });
        expect(live.store.shown).toBe(buy);
        clock.pass(400);
        expect(live.store.isPlaying).toBe(false);
    });
});

describe('the budget', () => {
    it.each(['calm', 'brisk'] as const)('holds from an own order to the next decision, %s', async (pace) => {
        set('pace', pace);
        const most = pace === 'calm' ? 12_000 : 5_000;
        const isMine = (seen: Observation | null): boolean => seen?.actor === SEAT;
        const { live, clock, playback } = open(SEAT, 1);
        const factors = new Set<number>();
        let longest = 0;
        for (let at = 1; at < frames.length;) {
            const frame = frames[at]!;
            live.pending = frame.seat === SEAT ? {} : null;
            const begun = clock.at;
            await live.hear(frame);
            at += 1;
            live.pending = null;
            // Bots answer one after the other, sooner than they are shown.
            while (at < frames.length && !isMine(live.store.view!.observation)) {
                clock.pass(40);
                await live.hear(frames[at]!);
                at += 1;
                if (playback.now) factors.add(playback.now.factor);
            }
            clock.pass(most);
            expect(live.store.isPlaying).toBe(false);
            longest = Math.max(longest, clock.at - begun);
            clock.pass(1000);
        }
        expect(live.store.observation).toEqual(live.store.view!.observation);
        expect(Math.min(...factors)).toBeGreaterThanOrEqual(0.4);
    });

    it('shows every state in order, none twice, all equal to the log', async () => {
        const { live, clock, playback } = open(-3, 1);
        let before = -1;
        for (const frame of frames.slice(1, 200)) await live.hear(frame);
        while (live.store.isPlaying) {
            clock.pass(10);
            const { version, place } = live.store.played ?? { version: live.store.version, place: Infinity };
            const number = version * 1000 + Math.min(place, 999);
            expect(number).toBeGreaterThanOrEqual(before);
            before = number;
        }
        expect(playback.away).toBeNull();
        expect(live.store.observation).toEqual(live.store.view!.observation);
    });
});

describe('notifications of shown events', () => {
    const bid = find('bid_made');
    const told = (playback: Playback): string[] => {
        const names: string[] = [];
        playback.onShown(({ events }) => names.push(...events.map((event) => event.event)));
        return names;
    };

    it('notifies when an event lands, not before', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        const names = told(playback);
        playback.stage = { lift: () => 400, clear: () => undefined };
        await live.hear(frames[bid - 1]!, frames[bid]!);
        clock.pass(399);
        expect(names).toEqual([]);
        clock.pass(2);
        expect(names).toEqual(['bid_made']);
        clock.pass(5000);
        expect(names).toEqual(['bid_made', 'seat_dropped_out']);
    });

    it('does not notify of skipped events', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        const names = told(playback);
        await live.hear(...frames.slice(bid - 1, bid + 3));
        const first = names.length;
        expect(first).toBe(1);
        playback.skip();
        clock.pass(20_000);
        expect(names.length).toBe(first);
    });

    it('does not notify in a hidden tab, and notifies immediately where moves are not shown one by one', async () => {
        const { live, clock, playback } = open(SEAT, bid - 1);
        const names = told(playback);
        clock.hide();
        await live.hear(frames[bid - 1]!);
        expect(names).toEqual([]);
        clock.hidden = false;
        set('pace', 'now');
        await live.hear(frames[bid]!);
        expect(names).toEqual(frames[bid]!.events.map((event) => event.event));
    });

    it('notifies once of every event with a time of its own', async () => {
        const { live, clock, playback } = open(-3, 1);
        const names = told(playback);
        for (const frame of frames.slice(1, 200)) await live.hear(frame);
        clock.pass(2_000_000);
        expect(live.store.isPlaying).toBe(false);
        const count = (all: readonly string[], name: string): number => all.filter((each) => each === name).length;
        const happened = frames.slice(1, 200).flatMap((frame) => frame.events.map((event) => event.event));
        for (const name of ['bid_made', 'plant_bought', 'city_connected', 'cities_supplied', 'card_joined'])
            expect([name, count(names, name)]).toEqual([name, count(happened, name)]);
    });

    it('goes back to the moment before what is shown', async () => {
        const { live, playback } = open(SEAT, bid - 1);
        await live.hear(...frames.slice(bid - 1, bid + 3));
        const at = live.store.shown;
        playback.back();
        expect([playback.isOn, live.store.isPast, live.store.shown]).toEqual([false, true, at - 1]);
    });
});

describe('a replay', () => {
    it('plays the past on from where the slider stands, and stops at the end', () => {
        const { live, clock, playback } = open(-3, 60);
        live.store.show(40);
        const expected = live.store.observationAt(50);
        playback.replay();
        expect(live.store.isPast).toBe(true);
        for (let tries = 0; live.store.shown < 51 && tries < 10_000; tries += 1) clock.pass(10);
        playback.halt();
        live.store.show(50);
        expect(live.store.observation).toEqual(expected);
        playback.replay();
        playback.speed = 4;
        clock.pass(60_000);
        expect(playback.isReplay).toBe(false);
        expect(live.store.isPast).toBe(false);
    });
});
