// @vitest-environment jsdom
/// <reference types="node" />
/** The player aid opens at the phase or at the sentence behind a refusal, with the numbers of the table. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

import { openingFor } from '../../src/game/sheet';
import type { Observation, Outlook, PlayedClause, RuleBook, TableSheet, TableView } from '../../src/protocol/api';
import Aid from '../../src/rules/Aid.svelte';
import { limitsOf } from '../../src/rules/aidLimits';
import { pageNow, pagesOf, PAGES, sentenceFor } from '../../src/rules/aidPages';
import { tableOf } from '../../src/rules/aidTables';
import { N_SENTENCES, sentencesOf } from '../../src/rules/sentences';
import { Scene } from '../../src/table/scene';
import type { Reason } from '../../src/wire/problem';
import { speak, startWords } from '../../src/words';
import { withWords } from '../../src/words/late';
import de from '../../src/words/de/later/rules.json';
import { sample } from '../games';

// A busy machine takes its time to draw a dialog for the first time.
const TIMEOUT_MS = 20_000;
vi.setConfig({ testTimeout: 30_000 });

/** Fields that the server adds to the rules for the page; here from the rules themselves. */
function faceOf(sheet: ReturnType<typeof sample>['sheets'][string]): TableSheet {
    const { rules } = sheet;
    return {
        ...sheet,
        rules,
        kinds: rules.market.kinds,
        backs: rules.deck.backs,
        plants: rules.deck.plants.map(([number, kinds, need, storage, output, back]) => ({
            ...{ name: String(number), number, kinds, need, storage, output, back },
        })),
        ladders: rules.market.ladders.map(([prices, store_price]) => ({ prices, store_price, n_closed: 0 })),
        step_ladders: [],
        refills: rules.market.refills,
        income: rules.income,
        space_costs: rules.board.space_costs,
        plant_limit: rules.plant_limit,
        step_two_cities: rules.step_two_cities,
        end_cities: rules.end_cities,
        n_regions: rules.n_regions,
        hybrid_kinds: rules.hybrid,
        columns: rules.cards?.prices ?? [],
        n_slots: rules.cards?.n_slots ?? 0,
        fuel_cards: rules.cards?.units_of.map((units, card) => ({ units, kind: rules.cards!.kind_of[card]! })) ?? [],
        regions: [],
        cities: [],
        trust_plays: rules.trust.plays,
        step_card: rules.cards ? 'end-card' : 'step-3',
        board_name: rules.board.name,
    } as unknown as TableSheet;
}

const { sheets } = sample();
const sheetOf = (edition: string): (typeof sheets)[string] =>
    Object.values(sheets).find(({ spec }) => spec.edition === edition && !spec.house_rules?.length)!;

function sceneOf(edition: string, phase: string, seen: Partial<Observation> = {}): Scene {
    const sheet = sheetOf(edition);
    const observation: Observation = {
        ...openingFor(sheet, 0),
        phase: sheet.phases.indexOf(phase),
        actor: 0,
        ...seen,
    };
    const seats = observation.money.map((_, seat) => ({ name: `Seat ${seat}` }));
    return new Scene({ seats, version: 3, result: null } as unknown as TableView, observation, faceOf(sheet));
}

beforeAll(async () => {
    await startWords();
    await withWords(Promise.resolve(), 'rules');
});

describe.each(['classic', 'deluxe', 'card'])('%s', (edition) => {
    const names = pagesOf(sceneOf(edition, 'auction')).map(({ name }) => name);

    test('has a page for each phase of its round, and one for the end', () => {
        const build = edition === 'card' ? [] : ['build'];
        expect(names).toEqual(['auction', 'fuel', ...build, 'power', 'end']);
    });

    test.each(['en', 'de'])('says each page in three sentences with its figures, in %s', async (language) => {
        await speak(language);
        for (const page of pagesOf(sceneOf(edition, 'auction'))) {
            const scene = sceneOf(edition, 'auction');
            const sentences = sentencesOf(page, scene);
            const limits = limitsOf(page.name, scene).flat();
            const tables = page[scene.edition.parts].flatMap((name) =>
                name === 'income' ? [] : [JSON.stringify(tableOf(name, page.name, scene, null))],
            );
            expect(sentences).toHaveLength(N_SENTENCES);
            for (const text of [...sentences, ...limits, ...tables]) {
                expect(text).not.toMatch(/\{\{|aid\.|undefined|NaN/);
            }
            for (const text of sentences) expect(text).toMatch(/^\*\*[^*]+\*\*/);
        }
        await speak('en');
    });
});

test('figures are those of the table', () => {
    const { rules } = sheetOf('classic');
    const scene = sceneOf('classic', 'building');
    Object.assign(scene.sheet, { rules: { ...rules, end_cities: 9 } });
    scene.sheet.space_costs = [11, 16, 21];
    const [build, end] = ['build', 'end'].map((name) => PAGES.find((page) => page.name === name)!);
    expect(sentencesOf(build!, scene).join(' ')).toContain('11, 16, 21');
    expect(sentencesOf(end!, scene).join(' ')).toContain('9 cities');
    expect(limitsOf('build', scene)).toContainEqual(['Last round', '9 cities']);
    const refill = tableOf('refill', 'power', scene, null);
    expect(refill.rows.map((row) => row.cells.slice(1).map(({ text }) => Number(text)))).toEqual(rules.market.refills);
    expect(refill.rows.map(({ isNow }) => isNow)).toEqual([true, false, false]);
});

test('without a number of cities that begins step 2, the aid names none', () => {
    const scene = sceneOf('classic', 'building');
    scene.sheet.step_two_cities = 0;
    const end = PAGES.find(({ name }) => name === 'end')!;
    expect(sentencesOf(end, scene)[0]).toContain('no number of cities begins a step');
});

test('my place is marked', () => {
    const scene = sceneOf('classic', 'auction', { order: [1, 0] });
    const rows = tableOf('order', 'auction', scene, null).rows;
    expect(rows.map(({ isNow }) => isNow)).toEqual([false, true]);
    expect(rows[1]!.cells[0]).toEqual({ text: 'You', seat: 0 });
});

test('the price after the refill comes from the server', () => {
    const scene = sceneOf('classic', 'resources');
    const outlook = { prices: [4, 0, 5, 7], refill: [], seats: [], following: [], version: 3 } as unknown as Outlook;
    const then = tableOf('fuel', 'fuel', scene, outlook).rows[2]!;
    expect(then.cells.slice(1).map(({ text }) => text)).toEqual(['4', '–', '5', '7']);
});

test('the page is that of the phase; the set-up has one only while it asks', () => {
    expect(pageNow(sceneOf('classic', 'bureaucracy')).name).toBe('power');
    expect(pageNow(sceneOf('classic', 'player-order')).name).toBe('auction');
    expect(pageNow(sceneOf('classic', 'order-lot')).name).toBe('auction');
    expect(pagesOf(sceneOf('classic', 'regions'))[0]!.name).toBe('setup');
    expect(pagesOf(sceneOf('classic', 'auction'))[0]!.name).toBe('auction');
});

test('every order that the engine can refuse has its sentence, or belongs to no phase', () => {
    const errors = readFileSync(join(import.meta.dirname, '../../../src/gridwright/engine/errors.py'), 'utf-8');
    const list = /REFUSALS: Final = \(([\s\S]*?)\n\)/.exec(errors)![1]!;
    const codes = [...list.matchAll(/"([a-z_]+)"/g)].map(([, code = '']) => code);
    const scene = sceneOf('classic', 'regions');
    const without = codes.filter((code) => sentenceFor(code, scene).sentence === 0);
    expect(without).toEqual([
        'not_your_turn',
        'game_over',
        'wrong_phase',
        'unknown_name',
        'nothing_to_undo',
        'impossible_outcome',
    ]);
});

describe('the dialog', () => {
    let shown: ReturnType<typeof mount>;
    const clauseOf = (number: string, more: Partial<PlayedClause>): PlayedClause => ({
        number,
        section: '6',
        phases: ['building'],
        switch: '',
        text: '',
        remarks: [],
        german: '',
        german_remarks: [],
        replaces: [],
        changes: [],
        sure: 'certain',
        ...more,
    });
    const own = clauseOf('b-china.9', { section: 'b-china', text: 'The way is free.', replaces: ['c6.3'] });
    const played = [
        clauseOf('c6.9', { text: 'Paid immediately, see c6.5.', german: 'Sofort bezahlt.' }),
        clauseOf('c6.5', { phases: ['auction'], text: 'Open.', remarks: ['One source.'], sure: 'unsure' }),
    ];
    const rules: RuleBook = {
        clauses: played,
        replaced: [],
        sections: [{ section: '6', title: 'Building', german: '' }],
    };
    const ofBoard: RuleBook = {
        ...rules,
        clauses: [...played, own],
        replaced: [clauseOf('c6.3', { text: 'The cheapest path.' })],
    };
    beforeAll(() => {
        if (!('showModal' in HTMLDialogElement.prototype)) {
            Object.assign(HTMLDialogElement.prototype, {
                showModal(this: HTMLDialogElement) {
                    this.open = true;
                },
            });
        }
        if (!('scrollIntoView' in Element.prototype)) Object.assign(Element.prototype, { scrollIntoView() {} });
    });
    afterEach(async () => {
        await unmount(shown);
        await speak('en');
    });

    async function show(props: { reason?: Reason | null; clause?: string } = {}, book = rules): Promise<void> {
        const outlook = async (): Promise<Outlook> => Promise.reject(new Error('not now'));
        const scene = sceneOf('classic', 'building', { n_cities: [2, 1, 0, 0] });
        shown = mount(Aid, {
            target: document.body,
            props: {
                scene,
                reason: null,
                rules: () => Promise.resolve(book),
                outlook,
                onkeys: () => undefined,
                onclose: () => undefined,
                ...props,
            },
        });
        await vi.waitFor(() => {
            flushSync();
            expect(document.querySelector('.aid, .clauses .clause')).not.toBeNull();
        }, TIMEOUT_MS);
    }
    const click = (selector: string): void => {
        document.querySelector<HTMLElement>(selector)!.click();
        flushSync();
    };

    test('opens at the phase, with the own place in the income', async () => {
        await show();
        expect(document.querySelector('[aria-selected="true"]')?.textContent).toBe('Build');
        expect(document.querySelector('li.mine [data-income]')?.textContent).toBe(
            String(sheetOf('classic').rules.income[2]),
        );
        expect(document.activeElement?.getAttribute('data-do')).toBe('close');
        click('[data-aid="end"]');
        expect(document.querySelector('[aria-selected="true"]')?.textContent).toBe('Steps and end');
    });

    test('opens at the sentence behind a refusal, and its clause stands first in the wording', async () => {
        await show({ reason: { code: 'cannot_pay_connection', clause: 'c6.9', numbers: { cost: 59, money: 41 } } });
        const asked = document.querySelector('li.asked')!;
        expect(asked.getAttribute('data-sentence')).toBe('2');
        expect(asked.textContent).toContain('It costs 59; you have 41');
        click('[data-do="wording"]');
        expect(document.querySelector('.asked .number')?.textContent).toBe('c6.9');
        click('.asked .text button');
        expect(document.querySelector('.asked .number')?.textContent).toContain('c6.5');
    });

    test('a clause alone opens the wording at it', async () => {
        await show({ clause: 'c6.5' });
        expect(document.querySelector('.asked .number')?.textContent).toContain('c6.5');
    });

    test('a sentence that a board replaces is struck, with the clause that holds instead', async () => {
        await show({}, ofBoard);
        const struck = [...document.querySelectorAll('[data-sentence] s')];
        expect(struck.map((each) => each.closest('li')?.getAttribute('data-sentence'))).toEqual(['2']);
        click('[data-sentence="2"] [data-clause="b-china.9"]');
        expect(document.querySelector('.asked .number')?.textContent).toBe('b-china.9');
    });

    test('what is unsure says so, with its remark', async () => {
        await show({ clause: 'c6.5' });
        expect(document.querySelector('.asked .sure')?.textContent).toBe('Unsure');
        expect(document.querySelector('.asked .remark')?.textContent).toContain('One source.');
    });

    test('in German it reads the German text where there is one, and says where there is none', async () => {
        await speak('de');
        await show({ clause: 'c6.5' });
        const [asked, listed] = [...document.querySelectorAll('.text')];
        expect([listed!.textContent?.trim(), listed!.getAttribute('lang')]).toEqual(['Sofort bezahlt.', 'de']);
        expect(asked!.getAttribute('lang')).toBe('en');
        expect(document.querySelector('.note')?.textContent?.trim()).toBe(de['rules.language']);
    });
});
