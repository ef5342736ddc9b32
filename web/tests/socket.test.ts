// @vitest-environment jsdom
/** The socket reconnects, sends its version, and stays closed on request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { type Connection, TableSocket } from '../src/wire/socket';

class Wire {
    sent: string[] = [];
    onopen: () => void = () => {};
    onmessage: (event: { data: string }) => void = () => {};
    onclose: (event: { code: number }) => void = () => {};
    constructor(readonly address: string) {}
    send(text: string): void {
        this.sent.push(text);
    }
    close(): void {}
}

let wires: Wire[];
let told: Connection[];
let heard: unknown[];
let version: number;
let socket: TableSocket;

beforeEach(() => {
    vi.useFakeTimers();
    [wires, told, heard, version] = [[], [], [], -1];
    socket = new TableSocket(
        '/api/tables/t/socket',
        {
            hear: (frame) => heard.push(frame),
            version: () => version,
            ticket: () => 'ticket',
            changed: (now) => told.push(now),
        },
        (address) => {
            const wire = new Wire(address);
            wires.push(wire);
            return wire as unknown as WebSocket;
        },
    );
    socket.start();
});
afterEach(() => {
    socket.stop();
    vi.useRealTimers();
});

test('it greets with the ticket and the version, and hears frames', () => {
    wires[0]?.onopen();
    expect(JSON.parse(wires[0]?.sent[0] ?? '')).toEqual({ ticket: 'ticket', since: -1 });
    wires[0]?.onmessage({ data: '{"type":"done"}' });
    expect(heard).toEqual([{ type: 'done' }]);
    expect(told).toEqual(['connecting', 'open']);
});

test('it reconnects automatically and requests entries after its version', () => {
    wires[0]?.onopen();
    version = 12;
    wires[0]?.onclose({ code: 1006 });
    expect(told.at(-1)).toBe('away');
    vi.advanceTimersByTime(1000);
    expect(wires).toHaveLength(2);
    wires[1]?.onopen();
    expect(JSON.parse(wires[1]?.sent[0] ?? '')).toEqual({ ticket: 'ticket', since: 12 });
});

test('it waits longer each time', () => {
    const gaps: number[] = [];
    for (let lost = 0; lost < 5; lost += 1) {
        wires.at(-1)?.onclose({ code: 1006 });
        let gap = 0;
        for (const before = wires.length; wires.length === before; gap += 50) vi.advanceTimersByTime(50);
        gaps.push(gap);
    }
    expect(gaps.at(-1)).toBeGreaterThan((gaps[0] ?? 0) * 4);
});

test('an unknown table and a bad ticket are not asked again', () => {
    for (const [code, state] of [
        [4404, 'unknown-table'],
        [4403, 'bad-ticket'],
        [4409, 'set-aside'],
    ] as const) {
        socket.start();
        const before = wires.length;
        wires.at(-1)?.onclose({ code });
        vi.advanceTimersByTime(60_000);
        expect(told.at(-1)).toBe(state);
        expect(wires).toHaveLength(before);
    }
});

test('a socket that was replaced is not listened to', () => {
    const old = wires[0];
    socket.start();
    old?.onclose({ code: 1006 });
    expect(told.at(-1)).toBe('connecting');
});

test('it asks for talk and presence if the page wants them', () => {
    const wire = new Wire('');
    const asking = new TableSocket(
        '/api/tables/t/socket',
        {
            hear: () => {},
            version: () => 3,
            ticket: () => '',
            changed: () => {},
            also: () => ({ chat: 7, presence: true }),
        },
        () => wire as unknown as WebSocket,
    );
    asking.start();
    wire.onopen();
    asking.stop();
    expect(JSON.parse(wire.sent[0] ?? '')).toEqual({ ticket: '', since: 3, chat: 7, presence: true });
});
