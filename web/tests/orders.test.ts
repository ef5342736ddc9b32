/** An order without a response is sent again under the same command id. */
import { expect, test } from 'vitest';

import { newCommandId, sendOrder, type Delivery } from '../src/wire/orders';

const DONE = { type: 'done', version: 8, command_id: 'x' };

/** Transport with a list of responses; records what was sent. */
function ways(answers: (Response | Error)[]): Delivery & { sent: Record<string, unknown>[]; pauses: number[] } {
    const sent: Record<string, unknown>[] = [];
    const pauses: number[] = [];
    return {
        sent,
        pauses,
        send: (_path, init) => {
            sent.push(JSON.parse(init.body as string) as Record<string, unknown>);
            const answer = answers.shift() ?? new Error('no answer');
            return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
        },
        wait: (milliseconds) => {
            pauses.push(milliseconds);
            return Promise.resolve();
        },
    };
}
const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const pass = { type: 'act', do: { do: 'pass' } } as const;

test('an answer ends it', async () => {
    const way = ways([json(DONE)]);
    expect(await sendOrder('/orders', 'ticket', pass, 7, way)).toEqual(DONE);
    expect(way.sent).toHaveLength(1);
    expect(way.sent[0]).toMatchObject({ type: 'act', expected: 7, do: { do: 'pass' } });
});

test('no answer and answers of class 5xx are followed by the same order', async () => {
    const way = ways([new Error('gone'), json({}, 503), json(DONE)]);
    expect(await sendOrder('/orders', 'ticket', pass, 7, way)).toEqual(DONE);
    expect(new Set(way.sent.map((order) => order['command_id'])).size).toBe(1);
    expect(way.sent).toHaveLength(3);
    expect(way.pauses[1]).toBeGreaterThan(way.pauses[0] ?? Infinity);
});

test('a refusal is an answer', async () => {
    const refused = { type: 'refused', code: 'raise_too_low', problem: 'p', clause: 'c3.5', numbers: {}, version: 7 };
    const way = ways([json(refused, 422)]);
    expect(await sendOrder('/orders', 'ticket', pass, 7, way)).toEqual(refused);
    expect(way.sent).toHaveLength(1);
});

test('after many tries the player gets a refusal', async () => {
    const way = ways([]);
    expect(await sendOrder('/orders', 'ticket', pass, 7, way)).toMatchObject({ type: 'refused', code: 'no_response' });
    expect(way.sent.length).toBeGreaterThan(3);
});

test('names differ and are as the server takes them', () => {
    const names = Array.from({ length: 100 }, newCommandId);
    expect(new Set(names).size).toBe(100);
    expect(names.every((name) => /^[A-Za-z0-9._-]{1,60}$/.test(name))).toBe(true);
});
