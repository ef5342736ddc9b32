// @vitest-environment jsdom
/** Links to a moment, and the slider that goes there. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';

import TimeSlider from '../src/design/TimeSlider.svelte';
import { momentOf } from '../src/router.svelte';
import { Scene } from '../src/table/scene';

let shown: ReturnType<typeof mount> | undefined;
afterEach(async () => {
    if (shown) await unmount(shown);
    shown = undefined;
});

test('a link names a version, or nothing', () => {
    expect(momentOf('?at=120')).toBe(120);
    expect(momentOf('?at=0')).toBe(0);
    for (const search of ['', '?at=', '?at=-3', '?at=1e3', '?at=12345678', '?to=4'])
        expect(momentOf(search)).toBeNull();
});

test('no seat is to act in the past', () => {
    const observation = { viewer: 2, actor: 2, phase: 1 } as ConstructorParameters<typeof Scene>[1];
    const [view, sheet] = [{}, {}] as unknown as [
        ConstructorParameters<typeof Scene>[0],
        ConstructorParameters<typeof Scene>[2],
    ];
    expect(new Scene(view, observation, sheet).isMyTurn).toBe(true);
    expect(new Scene(view, observation, sheet, true).isMyTurn).toBe(false);
});

test('the slider marks the rounds, says the moment and goes there', () => {
    const went: number[] = [];
    const starts = [
        { version: 10, round: 1 },
        { version: 55, round: 2 },
    ];
    shown = mount(TimeSlider, {
        target: document.body,
        props: {
            last: 100,
            value: 55,
            starts,
            label: 'Moment',
            text: 'Round 2',
            oninput: (version: number) => went.push(version),
        },
    });
    flushSync();
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
    expect([slider.max, slider.value, slider.getAttribute('aria-valuetext')]).toEqual(['100', '55', 'Round 2']);
    expect([...document.querySelectorAll<HTMLElement>('.tk')].map((mark) => mark.style.left)).toEqual(['10%', '55%']);
    slider.value = '54';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    expect(went).toEqual([54]);
});
