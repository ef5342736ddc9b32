// @vitest-environment jsdom
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';

import EndScreen from '../../src/end/EndScreen.svelte';
import { factsOf } from '../../src/game/sheet.js';
import { startWords } from '../../src/words';
import { withWords } from '../../src/words/late';
import { happenedOf } from '../frames.js';
import { sample } from '../games.js';
import { receiptFrom } from '../receipts.js';

const from = sample();
let shown: Record<string, unknown> | null = null;

beforeAll(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    vi.stubGlobal(
        'ResizeObserver',
        class {
            observe = (): void => undefined;
            unobserve = (): void => undefined;
            disconnect = (): void => undefined;
        },
    );
    await startWords();
    await withWords(Promise.resolve(), 'end', 'fair', 'analysis');
});
afterEach(async () => {
    if (shown) await unmount(shown);
    document.body.replaceChildren();
});

interface Shown {
    rematch: ReturnType<typeof vi.fn>;
    position: ReturnType<typeof vi.fn>;
    last: number;
}

function show(
    name: string,
    viewer: number,
    forge: (transcript: string) => string = (text) => text,
    helped: { hints: number; guided: boolean }[] = [],
): Shown {
    const game = from.games.find((each) => each.name === name)!;
    const facts = factsOf(from.sheets[game.rules]!);
    const log = happenedOf(from, game);
    const rematch = vi.fn();
    const position = vi.fn();
    const names = Array.from({ length: facts.nSeats }, (_, seat) => `Player ${seat + 1}`);
    shown = mount(EndScreen, {
        target: document.body,
        props: {
            facts,
            log,
            names,
            viewer,
            helped,
            transcript: forge(game.transcript),
            receipt: receiptFrom(game.transcript),
            onrematch: rematch,
            onposition: position,
        },
    });
    flushSync();
    return { rematch, position, last: log.length };
}

async function verdict(): Promise<string> {
    await vi.waitFor(() => expect(document.querySelector('[data-fair]')).not.toBeNull(), { timeout: 5000 });
    return document.querySelector<HTMLElement>('[data-fair]')!.dataset['fair']!;
}

function press(name: string): void {
    document.querySelector<HTMLButtonElement>(`[data-do="${name}"]`)!.click();
    flushSync();
}

it('shows who won, draws four charts with a table each, and finds the shuffle fair', async () => {
    show('recharged-germany-recharged-4-plain', 1);
    expect(document.querySelector('h1')!.textContent).toBe('1st. 12 cities.');
    expect(document.querySelector('.mine p')!.textContent).toBe('One more than you needed.');
    expect(document.querySelector('.flag')!.textContent).toBe('You win12 cities supplied');
    press('rounds');
    expect(document.querySelectorAll('figure').length).toBe(4);
    expect(document.querySelectorAll('figure table tbody tr').length).toBe(4 * 24);
    expect(await verdict()).toBe('fair');
    expect(document.querySelector('[data-step]')).toBeNull();
    press('fair');
    expect([...document.querySelectorAll<HTMLElement>('[data-step]')].map((step) => step.dataset['step'])).toEqual([
        'promise',
        'own',
        'contributions',
        'commitment',
        'chain',
        'kept',
        'chance',
    ]);
});

it('says of a forged game what is wrong with it', async () => {
    show('card-4', 0, (text) => text.replace(/^chance fuel .*$/m, 'chance fuel uranium-2'));
    expect(await verdict()).toBe('unfair');
    const failed = [...document.querySelectorAll<HTMLElement>('li.failed')].map((step) => step.dataset['step']);
    expect(failed).toEqual(['log', 'chance', 'seal']);
});

it('offers a rematch and any position', async () => {
    const { rematch, position, last } = show('card-4', -3);
    document.querySelector<HTMLButtonElement>('.btn.primary')!.click();
    expect(rematch).toHaveBeenCalledOnce();
    press('rounds');
    const slider = document.querySelector<HTMLInputElement>('input[type=range]')!;
    expect(Number(slider.max)).toBe(last);
    slider.value = '20';
    slider.dispatchEvent(new Event('input', { bubbles: true }));
    flushSync();
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^Round \d+$/);
    expect(position).not.toHaveBeenCalled();
    slider.dispatchEvent(new Event('change', { bubbles: true }));
    expect(position).toHaveBeenLastCalledWith(20);
    document.querySelector<HTMLButtonElement>('.tps button')!.click();
    expect(position).toHaveBeenCalledTimes(2);
    await verdict();
});

it('says with the result who was helped', () => {
    show('recharged-germany-recharged-4-plain', 1, undefined, [
        { hints: 0, guided: false },
        { hints: 2, guided: true },
        { hints: 0, guided: true },
    ]);
    const helped = [...document.querySelectorAll('.help')].map((each) => each.textContent.trim());
    expect(helped.sort()).toEqual(['2 hints', 'with the guide']);
});
