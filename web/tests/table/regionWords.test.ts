/** Regions are named in the reader's language wherever the map knows them. */
import { afterAll, beforeAll, expect, test } from 'vitest';

import { regionWords } from '../../src/table/regionWords';
import type { Scene } from '../../src/table/scene';
import { speak, startWords } from '../../src/words';

beforeAll(startWords);
afterAll(() => speak('en'));
const on = (board: string, id: string): Scene =>
    ({ sheet: { spec: { board }, regions: [{ id, name: 'As printed' }] } }) as unknown as Scene;

test('a region of a known board is translated, any other is as the sheet has it', async () => {
    expect(regionWords(on('usa-recharged', 'red'), 0)).toBe('South Central');
    await speak('de');
    expect(regionWords(on('usa', 'red'), 0)).toBe('Süden');
    expect(regionWords(on('moon', 'red'), 0)).toBe('As printed');
    expect(regionWords(on('usa', 'red'), 5)).toBe('');
});
