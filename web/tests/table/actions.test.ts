// @vitest-environment jsdom
/** Each action becomes an order by its row. */
import { beforeAll, expect, test } from 'vitest';

import type { Offer, Plan, PlannedCity } from '../../src/protocol/api';
import { itemsOf, KINDS, LISTED, listOf, stepOf } from '../../src/table/actions';
import type { Chosen, Kind } from '../../src/table/chosen';
import type { Scene } from '../../src/table/scene';
import type { Step } from '../../src/table/step';
import { has, startWords, t } from '../../src/words';

beforeAll(startWords);

const scene = {
    sheet: { cities: [{ id: 'essen' }, { id: 'ulm' }], regions: [{ id: 'red' }, { id: 'blue' }] },
    cityName: (city: number) => ['Essen', 'Ulm'][city],
    regionName: (region: number) => ['Red', 'Blue'][region],
} as unknown as Scene;

function chosen(offers: Offer[], more: Partial<Chosen> = {}): Chosen {
    const may = (kind: Kind): Offer | undefined => offers.find((offer) => offer.offer === kind);
    return { may, pick: null, own: null, ...more } as unknown as Chosen;
}

test('every action asks in words, and a button has words of its own', () => {
    // These are offered next to an action that has the question.
    const beside = ['drop', 'extend', 'decline-sale'];
    expect(KINDS.filter((kind) => !beside.includes(kind) && !has(`ask.${kind}`))).toEqual([]);
    expect(LISTED.filter((kind) => !has(`do.${kind}`) || !has(`choice.${kind}`))).toEqual([]);
});

test('one out of a list is ordered by its name', () => {
    const offers: Offer[] = [
        { offer: 'place-trust', seat: 0, cities: [1] },
        { offer: 'draft', seat: 0, regions: [0, 1] },
    ];
    expect(LISTED.map((kind) => [kind, listOf(kind)])).toEqual([
        ['draft', 'region'],
        ['place-trust', 'city'],
    ]);
    expect(itemsOf(offers[0])).toEqual([1]);
    expect(stepOf(chosen(offers), scene, 'draft')).toBeNull();
    expect(stepOf(chosen(offers, { pick: { offer: 'draft', place: 1 } }), scene, 'draft')).toEqual({
        name: 'draft',
        label: t('do.draft', { region: 'Blue' }),
        orders: [{ do: 'draft', region: 'blue' }],
        pay: 0,
    });
    const trust = chosen(offers, { pick: { offer: 'place-trust', place: 0 } });
    expect(stepOf(trust, scene, 'draft')).toBeNull();
    expect(stepOf(trust, scene, 'place-trust')?.orders).toEqual([{ do: 'place-trust', city: 'ulm' }]);
});

test('a plan is built as the server orders it, as far as the money goes', () => {
    const offers: Offer[] = [{ offer: 'connect', seat: 0, cities: [0, 1], costs: [12, 20] }];
    const at = (city: number, total: number): PlannedCity =>
        ({ city, house: 10, connection: 2, path: [], total, alone: 12, refusal: null }) satisfies PlannedCity;
    const step = (cities: number[], priced: Partial<Plan> | null): Step | null =>
        stepOf(chosen(offers, { plan: { cities, priced: priced as Plan | null } }), scene, 'connect');
    expect(step([], null)).toBeNull();
    expect(step([1], null)).toEqual({
        name: 'connect',
        label: t('do.connect', { count: 1, price: 20 }),
        orders: [{ do: 'connect', city: 'ulm' }],
        pay: 20,
    });
    const both = [
        { do: 'connect', city: 'ulm' },
        { do: 'connect', city: 'essen' },
    ];
    expect(step([1, 0], null)).toMatchObject({ orders: both, pay: 32 });
    const whole = step([0, 1], { cities: [at(1, 12), at(0, 24)], fits: 2 });
    expect(whole).toMatchObject({ orders: both, pay: 24, label: t('do.connect', { count: 2, price: 24 }) });
    const part = step([0, 1], { cities: [at(1, 12), at(0, 24)], fits: 1 });
    expect(part?.orders).toEqual([both[0]]);
    expect(part?.label).toBe(t('do.connect_part', { count: 1, all: 2, price: 12 }));
    expect(step([0], { cities: [at(0, 99)], fits: 0 })).toBeNull();
});

test('a button needs no choice, and nothing is done that is not offered', () => {
    const done = stepOf(chosen([{ offer: 'pass', seat: 0 }]), scene, 'pass');
    expect(done).toEqual({ name: 'pass', label: t('do.pass'), orders: [{ do: 'pass' }], pay: 0 });
    expect(stepOf(chosen([]), scene, 'pass')).toBeNull();
});
