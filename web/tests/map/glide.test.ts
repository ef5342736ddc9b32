// @vitest-environment jsdom
/** The map moves without a gesture until it has arrived or a gesture stops it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { glide, interrupt } from '../../src/map/glide';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a way is gone to its end, forwards', () => {
    const steps: number[] = [];
    glide(document.createElement('div'), (done) => steps.push(done));
    vi.advanceTimersByTime(1000);
    expect(steps.at(-1)).toBe(1);
    expect(steps.length).toBeGreaterThan(10);
    expect(steps).toEqual(steps.toSorted((one, other) => one - other));
});

test('what is stopped goes no further', () => {
    const element = document.createElement('div');
    const steps: number[] = [];
    glide(element, (done) => steps.push(done));
    vi.advanceTimersByTime(100);
    const seen = steps.length;
    interrupt(element);
    vi.advanceTimersByTime(1000);
    expect(seen).toBeGreaterThan(1);
    expect(steps.length).toBe(seen);
    expect(steps.at(-1)).toBeLessThan(1);
});

test('who goes elsewhere on the way leaves the first way', () => {
    const element = document.createElement('div');
    const first: number[] = [];
    const other: number[] = [];
    glide(element, (done) => first.push(done));
    vi.advanceTimersByTime(100);
    glide(element, (done) => other.push(done));
    vi.advanceTimersByTime(1000);
    expect(first.at(-1)).toBeLessThan(1);
    expect(other.at(-1)).toBe(1);
});
