// @vitest-environment jsdom
/** Components: their labels for screen readers, and their reactions to input. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { bubbles } from '../src/design/bubbles';
import PhaseLine from '../src/design/PhaseLine.svelte';
import PlantCard from '../src/design/PlantCard.svelte';
import Stepper from '../src/design/Stepper.svelte';
import Purse from './Purse.svelte';
import { learnBoard, speak, startWords } from '../src/words';

const plant = { name: '4a', number: 4, kinds: [0, 1], need: 2, storage: 4, output: 1, back: 0 };
let shown: ReturnType<typeof mount>;
beforeAll(startWords);
afterEach(() => unmount(shown));

test('a plant says its number, fuel and output, in either language', async () => {
    shown = mount(PlantCard, { target: document.body, props: { plant, kinds: ['coal', 'oil'], state: 'future' } });
    const card = document.querySelector('.plant');
    expect(card?.getAttribute('aria-label')).toBe('Plant 4a, burns 2 coal/oil, supplies 1 city, not for sale yet');
    await speak('de');
    flushSync();
    expect(card?.getAttribute('aria-label')).toContain('Kraftwerk 4a');
    await speak('en');
});

test('a hostile name is only a text', () => {
    const name = '<img src=x onerror=alert(1)>';
    shown = mount(PlantCard, { target: document.body, props: { plant: { ...plant, name }, kinds: ['coal', 'oil'] } });
    expect(document.querySelector('img')).toBeNull();
    expect(document.querySelector('.no')?.textContent).toBe(name);
});

test('a phase that one board alone has is called by its name', async () => {
    await learnBoard('china');
    shown = mount(PhaseLine, { target: document.body, props: { phases: ['building', 'plan'], now: 0 } });
    const stations = [...document.querySelectorAll('.track li')].map((each) => each.textContent?.trim());
    expect(stations).toEqual(['Build', 'Plan']);
});

test('a stepper stays within its bounds, by keys and by clicks', () => {
    const chosen: number[] = [];
    shown = mount(Stepper, {
        target: document.body,
        props: { value: 9, low: 3, high: 10, label: 'Bid', onchange: (value: number) => chosen.push(value) },
    });
    const wheel = document.querySelector('[role=spinbutton]');
    for (const key of ['ArrowUp', 'PageUp', 'PageDown', 'Home', 'End']) {
        wheel?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    }
    document.querySelector<HTMLButtonElement>('button')?.click();
    expect(chosen).toEqual([10, 10, 4, 3, 10, 8]);
    expect(wheel?.getAttribute('aria-valuemax')).toBe('10');
});

test('a change of money is shown in its phase, and gone in the next', () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    bubbles.isOn = true;
    const purse = mount(Purse, { target: document.body }) as { set: (money: number, phase: string) => void };
    shown = purse;
    flushSync();
    const change = (): string | undefined => document.querySelector<HTMLElement>('.money')?.dataset['change'];
    purse.set(43, '1.1');
    flushSync();
    expect(change()).toBe('−7');
    purse.set(43, '1.2');
    flushSync();
    expect(change()).toBeUndefined();
    purse.set(65, '1.3');
    flushSync();
    expect(change()).toBe('+22');
    bubbles.isOn = false;
    purse.set(60, '1.4');
    flushSync();
    expect(change()).toBeUndefined();
    vi.unstubAllGlobals();
});
