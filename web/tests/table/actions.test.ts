/** Each action becomes an order by its row. */
import { beforeAll, expect, test } from 'vitest';

import type { Offer } from '../../src/protocol/api';
import { itemsOf, KINDS, LISTED, listOf, stepOf } from '../../src/table/actions';
import type { Chosen, Kind } from '../../src/table/chosen';
import type { Scene } from '../../src/table/scene';
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
    // Dropping out is offered beside a bid, which asks.
    expect(KINDS.filter((kind) => kind !== 'drop' && !has(`ask.${kind}`))).toEqual([]);
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

test('a button needs no choice, and nothing is done that is not offered', () => {
    const done = stepOf(chosen([{ offer: 'pass', seat: 0 }]), scene, 'pass');
    expect(done).toEqual({ name: 'pass', label: t('do.pass'), orders: [{ do: 'pass' }], pay: 0 });
    expect(stepOf(chosen([]), scene, 'pass')).toBeNull();
});
