// @vitest-environment node
import { join } from 'node:path';
import { expect, it } from 'vitest';

import words from '../../src/words/en/later/card.json';
import { type RulesSheet, factsOf } from '../../src/game/sheet.js';
import { readExport } from '../games.js';

const from = readExport(join(import.meta.dirname, './games.json.gz'));

it('every back on top of the plants has words', () => {
    const backs = new Set(from.games.flatMap((game) => factsOf(from.sheets[game.rules] as RulesSheet).backs));
    expect(backs.size).toBeGreaterThan(1);
    const keys = [...backs].flatMap((back) => [`cards.next_card.${back}`, `cards.next.${back}`, `cards.row.${back}`]);
    expect(keys.filter((key) => !(key in words))).toEqual([]);
});
