/** The help opens at the phase of the table, or at the clause behind a refusal. */
import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

import type { EditionRules, TableSheet } from '../../src/protocol/api';
import Rules from '../../src/rules/Rules.svelte';
import { readingOf } from '../../src/rules/reading';
import de from '../../src/words/de/later/rules.json';
import en from '../../src/words/en/later/rules.json';
import type { Scene } from '../../src/table/scene';
import { speak, startWords } from '../../src/words';
import { withWords } from '../../src/words/late';

// A busy machine takes its time to draw a dialog for the first time.
const PATIENCE = 20_000;
vi.setConfig({ testTimeout: 30_000 });

const clause = (number: string, text: string, only: string[] = []) => ({ number, text, only });
const rules: EditionRules = {
    edition: 'classic',
    language: 'en',
    sections: [
        {
            number: '6',
            title: 'Building',
            clauses: [
                clause('c6.5', 'In step 1 one space is open.'),
                clause('c6.9', 'Paid at once, see c6.5.'),
                clause('c6.11', '`reference`: no more.', ['reference']),
            ],
        },
        { number: '10', title: 'Two players', clauses: [clause('c10.6', 'A house of the Trust.')] },
        { number: '12', title: 'At the table', clauses: [clause('c12.3', 'Only the seat whose turn it is acts.')] },
    ],
    phases: [
        { phase: 'auction', clauses: [], trust: [], contractor: [] },
        { phase: 'building', clauses: ['c6.5', 'c6.9', 'c6.11'], trust: ['c10.6'], contractor: ['c12.3'] },
    ],
};
const sheetOf = (spec: object, trust = false): TableSheet =>
    ({
        phases: ['auction', 'building'],
        trust_plays: trust,
        kinds: ['coal', 'oil'],
        ladders: [],
        refills: [],
        income: [10, 22, 33, 44],
        space_costs: [10, 15, 20],
        plant_limit: 3,
        step_two_cities: 7,
        end_cities: 17,
        spec: { edition: 'classic', preset: 'original', board: 'usa', contractor: false, house_rules: [], ...spec },
    }) as unknown as TableSheet;
const scene = {
    sheet: sheetOf({}),
    phase: 'building',
    viewer: 0,
    observation: { n_cities: [2, 1], step: 1 },
    seatName: (seat: number) => `seat ${seat}`,
} as unknown as Scene;

const numbers = (spec: object, trust = false): string[] =>
    readingOf(rules, 'building', sheetOf(spec, trust)).map(({ number }) => number);

test('what is read depends on the preset, the Trust and the contractor', () => {
    expect(numbers({})).toEqual(['c6.5', 'c6.9']);
    expect(numbers({ preset: 'reference' })).toEqual(['c6.5', 'c6.9', 'c6.11']);
    expect(numbers({ house_rules: ['capacity'] })).toContain('c6.11');
    expect(numbers({}, true)).toContain('c10.6');
    expect(numbers({ contractor: true })).toContain('c12.3');
    expect(readingOf(rules, 'nowhere', sheetOf({}))).toEqual([]);
});

describe('the dialog', () => {
    let shown: ReturnType<typeof mount>;
    const asked = vi.fn();
    beforeAll(async () => {
        if (!('showModal' in HTMLDialogElement.prototype)) {
            Object.assign(HTMLDialogElement.prototype, {
                showModal(this: HTMLDialogElement) {
                    this.open = true;
                },
            });
        }
        if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView() {} });
        await startWords();
        await withWords(Promise.resolve(), 'rules');
    });
    beforeEach(() => {
        asked.mockClear();
        vi.stubGlobal('fetch', async (path: string) => {
            asked(path);
            return Promise.resolve(new Response(JSON.stringify(rules), { status: 200 }));
        });
    });
    afterEach(async () => {
        await unmount(shown);
        vi.unstubAllGlobals();
        await speak('en');
    });

    async function show(props: { clause: string; numbers?: Record<string, number> }): Promise<void> {
        shown = mount(Rules, { target: document.body, props: { scene, onclose: () => undefined, ...props } });
        await vi.waitFor(() => {
            flushSync();
            expect(document.querySelector('.clauses')).not.toBeNull();
        }, PATIENCE);
    }

    test('says the phase in plain words and lists its clauses', async () => {
        await show({ clause: '' });
        expect(asked).toHaveBeenCalledWith('/api/rules/classic');
        expect(document.querySelector('.plain')?.textContent).toBe(en['rules.phase.classic.building']);
        expect(
            [...document.querySelectorAll('.clauses')[0]!.querySelectorAll('.number')].map((each) => each.textContent),
        ).toEqual(['c6.5', 'c6.9']);
        expect(document.querySelector('.asked')).toBeNull();
        expect(document.querySelector('.note')).toBeNull();
    });

    test('tells the figures of the table as a table, with the own place in it', async () => {
        await show({ clause: '' });
        const cells = [...document.querySelectorAll('[data-income]')];
        expect(cells.map((cell) => cell.textContent)).toEqual(['10', '22', '33', '44']);
        expect(document.querySelector('.income .mine')?.textContent).toContain('33');
        const told = document.querySelector('dialog')!.textContent;
        for (const figure of ['7 cities', '17 cities', '10, 15, 20']) expect(told).toContain(figure);
        expect(document.querySelector('details')?.open).toBe(false);
    });

    test('opens with the clause behind a refusal and its numbers; a mention leads on', async () => {
        await show({ clause: 'c6.9', numbers: { cost: 59, money: 41, city: 3 } });
        const first = document.querySelector('.asked')!;
        expect(first.querySelector('.number')?.textContent).toBe('c6.9');
        expect([...first.querySelectorAll('dt')].map((each) => each.textContent)).toEqual(['It costs', 'You have']);
        first.querySelector<HTMLButtonElement>('.text button')!.click();
        flushSync();
        expect(document.querySelector('.asked .number')?.textContent).toBe('c6.5');
        expect(document.querySelector('.asked dl')).toBeNull();
    });

    test('in German it says that the clauses are English, and marks them so', async () => {
        await speak('de');
        await show({ clause: '' });
        expect(document.querySelector('.note')?.textContent).toBe(de['rules.language']);
        expect(document.querySelector('.plain')?.textContent).toBe(de['rules.phase.classic.building']);
        for (const text of document.querySelectorAll('.text')) expect(text.getAttribute('lang')).toBe('en');
    });
});

const ROUND = ['auction', 'resources', 'bureaucracy'];
const PHASES: Record<string, string[]> = {
    classic: ['order-lot', 'regions', 'opening-market', 'trust-houses', 'player-order', 'building', ...ROUND],
    deluxe: ['order-lot', 'regions', 'opening-market', 'trust-region', 'player-order', 'building', ...ROUND],
    card: ['order-lot', 'opening-market', 'opening-fuel', ...ROUND],
};

test('every phase of every edition is said in two or three sentences, in both languages', () => {
    for (const words of [en, de] as Record<string, string>[]) {
        const wanted = Object.entries(PHASES).flatMap(([edition, phases]) =>
            phases.map((phase) => `rules.phase.${edition}.${phase}`),
        );
        expect(
            Object.keys(words)
                .filter((key) => key.startsWith('rules.phase.'))
                .sort(),
        ).toEqual(wanted.sort());
        for (const key of wanted)
            expect([key, words[key]!.match(/\.( |$)/g)?.length]).toEqual([
                key,
                expect.toSatisfy((n: number) => n === 2 || n === 3),
            ]);
        for (const phase of new Set(Object.values(PHASES).flat()))
            expect(words).toHaveProperty([`rules.name.${phase}`]);
    }
});
