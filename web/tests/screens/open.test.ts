// @vitest-environment jsdom
import { expect, test } from 'vitest';

import { boardOf } from '../../src/router.svelte';
import { openerOf } from '../../src/screens/open';

test('a board has an address of its own', () => {
    expect(boardOf('/boards/korea')).toBe('korea');
    expect(boardOf('/boards/Korea/')).toBe('');
    expect(boardOf('/boards')).toBe('');
    expect(openerOf('/boards/korea')).toBe(openerOf('/boards'));
    expect(openerOf('/boards')).toBeDefined();
    expect(openerOf('/boards/korea/more')).toBeUndefined();
});
