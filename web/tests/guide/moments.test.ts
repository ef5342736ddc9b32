// @vitest-environment jsdom
/** The guide has exactly one sentence for every moment, in both languages. */
import { join } from 'node:path';

import { beforeAll, describe, expect, test, vi } from 'vitest';

import { holds, MOMENTS, momentsFor } from '../../src/guide/coach/moments';
import type { Now } from '../../src/guide/coach/now';
import { CLOSING, OPENING, figures, pagesFor, pagesNow } from '../../src/guide/coach/pages';
import en from '../../src/words/en/later/coach.json';
import { learn, speak, startWords, t } from '../../src/words';
import { readExport } from '../games';
import { type Decision, decisionsOf } from './decisions';

const first = readExport(join(import.meta.dirname, './games.json.gz'));
const whole = readExport(join(import.meta.dirname, '../card/games.json.gz'));
const games = [first, whole].flatMap((from) =>
    from.games.map((game) => ({ from, game, rules: from.sheets[game.rules]!.rules })),
);
const decisions: Decision[] = games.flatMap(({ from, game }) => decisionsOf(from, game));
const mine = decisions.filter(({ now }) => now.offers.length > 0);
vi.setConfig({ testTimeout: 30_000 });
const BROKEN = /\{\{|undefined|NaN|Infinity|guide\./;
const texts: Record<string, string> = en;

beforeAll(async () => {
    await startWords();
    await learn('coach');
});

const fitting = (now: Now): string[] =>
    momentsFor(now)
        .filter((moment) => holds(moment.when, now))
        .map((moment) => moment.id);

test('the games have every edition with two to six seats', () => {
    const kinds = new Set(games.map(({ rules }) => `${rules.edition} ${rules.n_seats}`));
    expect([...kinds].sort()).toEqual(
        ['card', 'classic', 'deluxe'].flatMap((edition) => [2, 3, 4, 5, 6].map((seats) => `${edition} ${seats}`)),
    );
    expect(games.some(({ rules }) => rules.trust.plays && rules.edition === 'card')).toBe(true);
    expect(mine.length).toBeGreaterThan(2_000);
});

describe('moments', () => {
    test('exactly one fits every decision of the first round, and every other moment', () => {
        const wrong = decisions
            .filter(({ now }) => fitting(now).length !== 1)
            .map(({ line, now }) => `${line}: ${fitting(now).join(', ') || 'none'}`);
        expect(wrong).toEqual([]);
    });

    test('the guide requests advice where there is a decision, and only there', () => {
        const wrong = decisions.filter(
            ({ now }) =>
                (momentsFor(now).find((each) => holds(each.when, now))?.when.turn === 'mine') !== now.offers.length > 0,
        );
        expect(wrong.map(({ line }) => line)).toEqual([]);
    });

    test('all of them occur, but for those that need a rarer table', () => {
        const rare = ['no-plant', 'over'];
        const found = new Set(decisions.flatMap(({ now }) => fitting(now)));
        expect(MOMENTS.map((moment) => moment.id).filter((id) => !found.has(id) && !rare.includes(id))).toEqual([]);
    });

    test('a moment that is left out is missed', () => {
        const fewer = MOMENTS.filter((moment) => moment.id !== 'bid');
        expect(mine.some(({ now }) => !fewer.some((moment) => holds(moment.when, now)))).toBe(true);
    });
});

describe('pages', () => {
    test('every page and moment has its words, with the figures of the table', async () => {
        for (const language of ['de', 'en'] as const) {
            await speak(language, false);
            const said = decisions
                .filter((_, place) => place % 200 === 0)
                .flatMap(({ now: { scene } }) =>
                    [...pagesFor(OPENING, scene), ...pagesFor(CLOSING, scene), ...MOMENTS].map(
                        ({ id }) => t(`guide.${id}.title`) + t(`guide.${id}.about`, figures(scene)),
                    ),
                );
            expect(said.filter((text) => BROKEN.test(text))).toEqual([]);
        }
    });

    test('they come before the first plant and after the first round, and each goes when it was read', () => {
        const at = (isWanted: (now: Now) => boolean): Now => decisions.find(({ now }) => isWanted(now))!.now;
        const start = at(
            ({ scene }) =>
                scene.edition.hasSteps &&
                scene.observation.round === 1 &&
                scene.observation.plants[scene.viewer]!.length === 0,
        );
        expect(pagesNow(start.scene, [], false).map((page) => page.id)).toEqual(['goal', 'order']);
        expect(pagesNow(start.scene, ['goal'], false).map((page) => page.id)).toEqual(['order']);
        const bought = at(
            ({ scene }) => scene.observation.round === 1 && scene.observation.plants[scene.viewer]!.length > 0,
        );
        expect(pagesNow(bought.scene, [], false)).toEqual([]);
        const second = at(({ scene }) => !scene.edition.hasSteps && scene.observation.round === 2);
        expect(pagesNow(second.scene, [], false).map((page) => page.id)).toEqual([
            'refill-card',
            'replacing',
            'last-round',
            'end-card',
            'done',
        ]);
        expect(pagesNow(second.scene, [], true)).toEqual([]);
        const trust = at(
            ({ scene }) => scene.sheet.trust_plays && !scene.edition.hasSteps && scene.observation.round <= 1,
        );
        expect(pagesNow(trust.scene, [], false).map((page) => page.id)).toContain('trust');
    });

    test('no words are left over', () => {
        const ids = [...MOMENTS, ...[OPENING, CLOSING].flatMap((pages) => Object.values(pages).flat())].map(
            ({ id }) => id,
        );
        const told = Object.keys(texts).filter((key) => /\.(title|about)$/.test(key));
        expect(told.filter((key) => !ids.includes(key.split('.')[1]!))).toEqual([]);
    });
});
