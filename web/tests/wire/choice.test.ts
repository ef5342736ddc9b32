// @vitest-environment jsdom
/** An unsent choice is restored with the same offers only. */
import { expect, test } from 'vitest';

import { keepChoice, keptChoice } from '../../src/wire/keptChoices';

test('it is kept by table and by offers', () => {
    keepChoice('t', '[1]', { plant: 4 });
    expect(keptChoice('t', '[1]')).toEqual({ plant: 4 });
    expect(keptChoice('t', '[2]')).toBeNull();
    expect(keptChoice('u', '[1]')).toBeNull();
});

test('what cannot be read is no choice', () => {
    sessionStorage.setItem('gridwright.choice.t', '{');
    expect(keptChoice('t', '[1]')).toBeNull();
});
