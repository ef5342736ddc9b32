// Absent players, and the notice above the action bar.

import { expect, test } from 'vitest';
import { AWAY_AFTER, askedAbout, canLeave, isAlone, noticeOf, voteOf } from '../src/table/away.js';
import type { SeatView, TableView } from '../src/protocol/api.js';

const NOW = 10_000_000;

function seat(more: Partial<SeatView> = {}): SeatView {
    return {
        name: 'Ada',
        bot: '',
        is_person: true,
        is_ready: true,
        kept_for: '',
        left: '',
        missed: 0,
        night: null,
        vacation: null,
        vacation_days_left: 0,
        hints: 0,
        guided: false,
        is_program: false,
        ...more,
    };
}

function table(seats: SeatView[], more: Partial<TableView> = {}): TableView {
    return {
        agreed: [],
        chain: '',
        commitment: '',
        deadline_at: null,
        fuel: null,
        game_id: 'g',
        hold_until: null,
        host: -1,
        imported: false,
        listed: false,
        observation: null,
        offers: [],
        power: null,
        rematch: '',
        result: null,
        rules: '',
        seats,
        seed: '',
        status: 'running',
        take_over_at: null,
        terms: {},
        time_left: [],
        undo: null,
        warnings: [],
        version: 9,
        viewer: 0,
        votes: [],
        ...more,
    };
}

const here = (...seats: number[]): ReadonlySet<number> => new Set(seats);
const since = (...pairs: [number, number][]): ReadonlyMap<number, number> => new Map(pairs);
const bot = seat({ bot: 'l1', is_person: false });

test('an absent player comes up for a vote after three minutes, and not before', () => {
    const view = table([seat(), seat(), bot]);
    const gone = { here: here(0), since: since([1, NOW - AWAY_AFTER]) };
    expect(askedAbout(view, gone, NOW)).toBe(1);
    expect(askedAbout(view, gone, NOW - 1)).toBeNull();
    expect(askedAbout(view, { ...gone, here: here(0, 1) }, NOW)).toBeNull();
    expect(askedAbout(view, { ...gone, here: null }, NOW)).toBeNull();
    expect(askedAbout(table([seat(), seat({ bot: 'l1', left: 'asked' })]), gone, NOW)).toBeNull();
});

test('a vote begun by others is shown immediately, and one that was put off is not', () => {
    const about = { about: 1, wait: [], bot: [2], end: [], wait_until: 0 };
    const people = [seat(), seat(), seat()];
    const present = { here: here(0, 2), since: since() };
    expect(askedAbout(table(people, { votes: [about] }), present, NOW)).toBe(1);
    const agreed = { ...about, bot: [], wait_until: NOW + 1 };
    const gone = { here: here(0, 2), since: since([1, 0]) };
    expect(askedAbout(table(people, { votes: [agreed] }), gone, NOW)).toBeNull();
    expect(askedAbout(table(people, { votes: [agreed] }), gone, NOW + 1)).toBe(1);
    expect(voteOf(table(people), 1)).toEqual({ about: 1, wait: [], bot: [], end: [], wait_until: 0 });
});

test('the own seat comes first: a bot plays it, then votes, then the request to end', () => {
    const gone = { here: here(0), since: since([1, 0]) };
    const left = table([seat({ bot: 'l1', left: 'voted' }), seat()]);
    expect(noticeOf(left, gone, NOW)).toEqual({ kind: 'bot', left: 'voted' });
    expect(noticeOf(table([seat(), seat()], { agreed: [1] }), gone, NOW)).toEqual({ kind: 'vote', about: 1 });
    const all = { here: here(0, 1), since: since() };
    expect(noticeOf(table([seat(), seat()], { agreed: [1] }), all, NOW)).toEqual({ kind: 'end', seats: [1] });
    expect(noticeOf(table([seat(), seat()]), all, NOW)).toBeNull();
    expect(noticeOf(table([seat(), seat()], { viewer: -3, agreed: [1] }), all, NOW)).toBeNull();
});

test('every seat in a running game can be left', () => {
    expect(canLeave(table([seat(), bot]))).toBe(true);
    expect(canLeave(table([seat(), bot], { status: 'paused' }))).toBe(true);
    expect(canLeave(table([seat(), bot], { viewer: -3 }))).toBe(false);
    expect(canLeave(table([seat(), bot], { status: 'finished' }))).toBe(false);
    expect(canLeave(table([seat({ bot: 'l1', left: 'resigned' }), bot]))).toBe(false);
    expect(isAlone(table([seat(), bot]))).toBe(true);
    expect(isAlone(table([seat(), seat({ bot: 'l1', left: 'resigned' })]))).toBe(true);
    expect(isAlone(table([seat(), seat({ bot: 'l1', left: 'asked' })]))).toBe(false);
});
