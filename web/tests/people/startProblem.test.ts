// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest';

import { startProblem } from '../../src/people/startProblem';
import { WireProblem } from '../../src/wire/problem';
import { speak, startWords } from '../../src/words';

beforeAll(() => startWords());

test('a guest reads in both languages that only members start games', async () => {
    const refused = new WireProblem(403, 'expected a user with an account here', 0, 'members_only');
    expect(startProblem(refused)).toBe(
        'Only members start games on this server. Sign in, or open the link of a table you were invited to.',
    );
    await speak('de', false);
    expect(startProblem(refused)).toContain('nur Mitglieder');
    await speak('en', false);
});

test('other refusals have words of their own, and no answer too', () => {
    expect(startProblem(new WireProblem(409, 'expected printable characters', 0, 'bad_name'))).toBe(
        'Write a name of 1 to 32 characters, with visible letters only.',
    );
    expect(startProblem(new WireProblem(0, ''))).toContain('does not answer');
    expect(startProblem(new TypeError('x'))).toContain('does not answer');
});
