// @vitest-environment jsdom
/** Target of Enter, by how the focus was set. */
import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { EnterPlace } from '../../src/table/enterPlace.svelte';

let place: EnterPlace;
let end: () => void;
beforeEach(() => {
    document.body.innerHTML = `
        <button id="plant" aria-pressed="false">25</button><button id="chosen" aria-pressed="true">26</button>
        <a id="link" href="/">Home</a><input id="field" /><input id="slider" type="range" />
        <button id="yellow" data-enter="bar">Bid</button><div id="wheel" role="spinbutton" tabindex="0">3</div>`;
    place = new EnterPlace();
    end = place.watch();
});
afterEach(() => end());

const at = (id: string): HTMLElement => document.getElementById(id)!;
const byTab = (id: string): string => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab' }));
    at(id).focus();
    flushSync();
    return place.now;
};
const byPointer = (id: string): string => {
    document.dispatchEvent(new Event('pointerdown'));
    at(id).focus();
    flushSync();
    return place.now;
};

test('a button or link keeps Enter only if Tab led there', () => {
    expect(['plant', 'link'].map(byTab)).toEqual(['focus', 'focus']);
    expect(['plant', 'link'].map(byPointer)).toEqual(['bar', 'bar']);
});

test('a text field keeps it, however it was reached', () => {
    expect([byTab('field'), byPointer('field')]).toEqual(['field', 'field']);
});

test('what is chosen already, the yellow button and a number leave it to the bar', () => {
    expect(['chosen', 'yellow', 'wheel'].map(byTab)).toEqual(['bar', 'bar', 'bar']);
});

test('an arrow key reaches as Tab does, or passes by', () => {
    place.reach(at('plant'));
    expect(place.now).toBe('focus');
    at('plant').setAttribute('aria-pressed', 'true');
    place.look();
    expect(place.now).toBe('bar');
    place.pass(at('link'));
    expect(place.now).toBe('bar');
});

test('an element that is removed, chosen or disabled while it has the focus returns Enter', async () => {
    const then = async (change: (button: HTMLElement) => void): Promise<string[]> => {
        const before = byTab('plant');
        change(at('plant'));
        await Promise.resolve();
        return [before, place.now];
    };
    expect(await then((button) => button.setAttribute('aria-pressed', 'true'))).toEqual(['focus', 'bar']);
    at('plant').setAttribute('aria-pressed', 'false');
    at('link').focus();
    expect(await then((button) => ((button as HTMLButtonElement).disabled = true))).toEqual(['focus', 'bar']);
    (at('plant') as HTMLButtonElement).disabled = false;
    at('link').focus();
    expect(await then((button) => button.remove())).toEqual(['focus', 'bar']);
});
