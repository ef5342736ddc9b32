import { describe, expect, test } from 'vitest';

import type { PlantFace } from '../../src/protocol/api';
import { withChosenFuel } from '../../src/table/chosenFuel';

const plant = (kinds: number[], storage: number): PlantFace =>
    ({ name: String(storage), kinds, storage, need: 1, output: 1 }) as unknown as PlantFace;
const HYBRID = { plant: plant([0, 1], 4), stored: [1, 0, 0, 0] };
const COAL = { plant: plant([0], 4), stored: [2, 0, 0, 0] };
const WIND = { plant: plant([], 0), stored: [0, 0, 0, 0] };

const chosenOn = (amounts: number[]): (readonly number[])[] =>
    withChosenFuel([HYBRID, COAL, WIND], amounts).map(({ chosen }) => chosen);

describe('fuel that is chosen', () => {
    test('fills a plant that burns nothing else before a place of a hybrid', () => {
        expect(chosenOn([2, 0, 0, 0])).toEqual([
            [0, 0, 0, 0],
            [2, 0, 0, 0],
            [0, 0, 0, 0],
        ]);
    });
    test('continues in the free places of the next plant, and never beyond them', () => {
        expect(chosenOn([3, 2, 0, 0])).toEqual([
            [1, 2, 0, 0],
            [2, 0, 0, 0],
            [0, 0, 0, 0],
        ]);
        expect(chosenOn([3, 9, 0, 0])[0]).toEqual([1, 2, 0, 0]);
    });
    test('is placed on no plant where none burns it', () => {
        expect(
            chosenOn([0, 0, 2, 0])
                .flat()
                .every((amount) => amount === 0),
        ).toBe(true);
    });
    test('leaves what is stored as it was', () => {
        expect(withChosenFuel([COAL], [1])[0]).toMatchObject({ stored: [2, 0, 0, 0], chosen: [1] });
    });
});
