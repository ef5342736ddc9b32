// @vitest-environment jsdom
/** Plants that are not from print are counted, and named as such. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { plantWords } from '../../src/design/plantWords';
import type { PlantFace } from '../../src/protocol/api';
import { provenanceOf } from '../../src/table/provenance';
import { speak, startWords } from '../../src/words';

beforeAll(startWords);
afterAll(() => speak('en'));
const plant = (name: string, isRebuilt?: boolean): PlantFace => ({
    name,
    number: parseInt(name, 10),
    kinds: [],
    need: 0,
    storage: 0,
    output: 6,
    back: 0,
    ...(isRebuilt === undefined ? {} : { is_rebuilt: isRebuilt }),
});

test('the line counts plants from print', async () => {
    await speak('en');
    const plants = [plant('8a', false), plant('13', true), plant('18', true)];
    expect(provenanceOf(plants)).toBe('Figures partly rebuilt: 1 of 3 plants from print');
    await speak('de');
    expect(provenanceOf(plants)).toBe('Zahlen teils rekonstruiert: 1 von 3 Kraftwerken aus dem Druck');
});

test('without a rebuilt plant there is no line', () => {
    expect(provenanceOf([plant('8a', false), plant('13')])).toBe('');
});

test('the label of a rebuilt plant says so', async () => {
    await speak('en');
    expect(plantWords(plant('13', true), [], true)).toBe('Plant 13, needs no fuel, earns 6, rebuilt');
    expect(plantWords(plant('13', false), [], true)).toBe('Plant 13, needs no fuel, earns 6');
});
