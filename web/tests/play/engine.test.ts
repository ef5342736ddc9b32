// @vitest-environment jsdom
/** The page reaches its engine as it reaches a server; the engine answers after it has stored, and goes by what is stored. */
import { expect, test, vi } from 'vitest';

import {
    type Bridge,
    EngineDesk,
    type Errands,
    type FromEngine,
    type GameStore,
    type ToEngine,
} from '../../src/play/engineDesk';
import { type EnginePort, EngineTransport } from '../../src/play/engineTransport';
import type { Write, Written } from '../../src/play/games';
import { TableSocket } from '../../src/wire/socket';

const GAME = 't1';
const NO_WORK = { lacking_analysis: '', lacking_part: '', jobs: [], cancelled: [], analyses: [] };

/** A bridge of one table whose entries are numbers; each order appends one. */
class FakeBridge implements Bridge {
    version = 0;
    isKnown = false;
    /** Entries that are due without an order. */
    due = 0;
    /** What the next answer lacks, or the jobs that it begins. */
    work: Record<string, unknown> = {};
    /** Reports of jobs, and restored analyses. */
    heard: string[] = [];

    knows(): boolean {
        return this.isKnown;
    }
    restore(_row: string, entries: string): void {
        this.version = (JSON.parse(entries) as string[]).length;
        this.isKnown = true;
    }
    forget(): void {
        this.isKnown = false;
    }
    make_link(gameId: string, withNames: boolean): string {
        return JSON.stringify({ fragment: `${gameId} ${String(withNames)}`, problem: '' });
    }
    open_link(fragment: string): string {
        return JSON.stringify({ game_id: fragment });
    }
    keep(gameId: string): string {
        return JSON.stringify([{ game_id: gameId, version: 0, text: '{}' }]);
    }
    answer(method: string): string {
        const lacking = this.isKnown ? '' : GAME;
        const writes = method === 'POST' && !lacking ? [this.#append()] : [];
        const body = `{"version":${this.version}}`;
        return JSON.stringify({
            status: 200,
            media_type: 'application/json',
            body,
            writes,
            lacking,
            ...this.#takeWork(),
        });
    }
    wake(): string {
        const writes = this.due > 0 ? [this.#append()] : [];
        this.due -= writes.length;
        return JSON.stringify({ writes, due_at: this.due > 0 ? 0 : null, ...this.#takeWork() });
    }
    show(_gameId: string, ticket: string, since: number): string {
        const frames = Array.from({ length: this.version - Math.max(since, 0) }, (_, n) => `frame ${since + n + 1}`);
        return JSON.stringify({ code: ticket === 'bad' ? 4403 : 0, version: this.version, frames });
    }
    report(jobId: string, text: string): string {
        this.heard.push(`${jobId}: ${text}`);
        return JSON.stringify({ writes: [this.#append()], due_at: null, ...this.#takeWork() });
    }
    restore_analysis(gameId: string, text: string): void {
        this.heard.push(`${gameId}: ${text}`);
    }
    #takeWork(): Record<string, unknown> {
        const work = { ...NO_WORK, ...this.work };
        this.work = {};
        return work;
    }
    #append(): Write {
        this.version += 1;
        return { game_id: GAME, version: this.version, text: String(this.version) };
    }
}

class FakeStore implements GameStore {
    stored: string[] = [];
    /** Results of the next writes; `written` afterwards. */
    next: Written[] = [];

    read(): Promise<{ row: string; entries: string[] }> {
        return Promise.resolve({ row: '{}', entries: [...this.stored] });
    }
    write(writes: readonly Write[]): Promise<Written> {
        const result = writes.length > 0 ? (this.next.shift() ?? 'written') : 'written';
        if (result === 'written') this.stored.push(...writes.map(({ text }) => text));
        if (result === 'conflict') this.stored.push('of another window');
        return Promise.resolve(result);
    }
    async *texts(): AsyncGenerator<Write[]> {
        yield await Promise.resolve(this.stored.map((text, n) => ({ game_id: GAME, version: n + 1, text })));
    }
}

/** A message with the number of entries that were stored when it was sent. */
type Sent = FromEngine & { stored: number };

/** Errands that are noted; a part with the name `gone` cannot be loaded. */
class NotedErrands implements Errands {
    done: string[] = [];

    loadPart(name: string): Promise<void> {
        this.done.push(`part ${name}`);
        return name === 'gone' ? Promise.reject(new Error('no network')) : Promise.resolve();
    }
    changeJobs(begun: readonly { job_id: string }[], cancelled: readonly string[]): void {
        this.done.push(...begun.map((each) => `begin ${each.job_id}`), ...cancelled.map((each) => `cancel ${each}`));
    }
    readAnalysis(gameId: string): Promise<string> {
        return Promise.resolve(`stored of ${gameId}`);
    }
    writeAnalysis(gameId: string, text: string): Promise<void> {
        this.done.push(`store ${gameId} ${text}`);
        return Promise.resolve();
    }
}

function openDesk(): {
    desk: EngineDesk;
    bridge: FakeBridge;
    store: FakeStore;
    errands: NotedErrands;
    sent: Sent[];
    told: string[];
} {
    const [bridge, store, errands] = [new FakeBridge(), new FakeStore(), new NotedErrands()];
    const sent: Sent[] = [];
    const told: string[] = [];
    const desk = new EngineDesk(
        bridge,
        store,
        (message) => sent.push({ ...message, stored: store.stored.length }),
        errands,
        (gameId) => told.push(gameId),
    );
    return { desk, bridge, store, errands, sent, told };
}

const send = (id: number, method: string): Parameters<EngineDesk['hear']>[0] => ({
    ...{ type: 'send', id, method, path: `/api/tables/${GAME}/orders`, ticket: '', body: '' },
});
const watch = (id: number, ticket: string): Parameters<EngineDesk['hear']>[0] => ({
    ...{ type: 'watch', id, path: `/api/tables/${GAME}/socket`, greeting: JSON.stringify({ ticket, since: 0 }) },
});
const settled = (): Promise<void> => new Promise((done) => setTimeout(done, 30));

test('an order is stored before it is answered and shown', async () => {
    const { desk, sent, told } = openDesk();
    desk.hear(watch(1, 'mine'));
    desk.hear(send(2, 'POST'));
    await settled();
    expect(sent).toEqual([
        { type: 'answer', id: 2, status: 200, mediaType: 'application/json', body: '{"version":1}', stored: 1 },
        { type: 'frame', id: 1, text: 'frame 1', stored: 1 },
    ]);
    expect(told).toEqual([GAME]);
});

test('an order whose entry is refused is refused, and the table is as it was stored', async () => {
    const { desk, bridge, store, sent } = openDesk();
    store.next = ['refused'];
    desk.hear(watch(1, 'mine'));
    desk.hear(send(2, 'POST'));
    await settled();
    expect(sent).toMatchObject([{ type: 'answer', id: 2, status: 507 }]);
    expect(JSON.parse((sent[0] as { body: string }).body)).toMatchObject({ type: 'refused', code: 'storage_full' });
    expect([bridge.version, store.stored]).toEqual([0, []]);
});

test('an entry of another window is read before the order is decided again', async () => {
    const { desk, store, sent } = openDesk();
    store.next = ['conflict'];
    desk.hear(send(2, 'POST'));
    await settled();
    expect(sent).toMatchObject([{ type: 'answer', id: 2, status: 200, body: '{"version":2}' }]);
    expect(store.stored).toEqual(['of another window', '2']);
});

test('due work is done entry by entry, and each is shown', async () => {
    const { desk, bridge, sent } = openDesk();
    bridge.due = 3;
    desk.hear(watch(1, 'mine'));
    await settled();
    expect(sent.map((each) => each.type === 'frame' && each.text)).toEqual(['frame 1', 'frame 2', 'frame 3']);
});

test('a change of another window is shown here', async () => {
    const { desk, store, sent } = openDesk();
    desk.hear(watch(1, 'mine'));
    await settled();
    store.stored.push('1');
    desk.changedElsewhere(GAME);
    await settled();
    expect(sent).toMatchObject([{ type: 'frame', text: 'frame 1' }]);
});

test('the channel of a wrong ticket, or of a table that cannot be read, is closed', async () => {
    const { desk, bridge, sent } = openDesk();
    desk.hear(watch(1, 'bad'));
    await settled();
    bridge.forget();
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    bridge.restore = () => {
        throw new Error('broken log');
    };
    desk.hear(watch(2, 'mine'));
    desk.hear(send(3, 'GET'));
    await settled();
    expect(sent).toMatchObject([
        { type: 'closed', id: 1, code: 4403 },
        { type: 'closed', id: 2, code: 4409 },
        { type: 'answer', id: 3, status: 409 },
    ]);
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
});

test('a request that lacks a part of the program or a stored analysis is repeated with it', async () => {
    const { desk, bridge, errands, sent } = openDesk();
    bridge.isKnown = true;
    bridge.work = { lacking_part: 'puzzles' };
    desk.hear(send(1, 'GET'));
    await settled();
    bridge.work = { lacking_analysis: GAME };
    desk.hear(send(2, 'GET'));
    await settled();
    expect(sent).toMatchObject([
        { id: 1, status: 200 },
        { id: 2, status: 200 },
    ]);
    expect([errands.done, bridge.heard]).toEqual([['part puzzles'], [`${GAME}: stored of ${GAME}`]]);
});

test('a part that cannot be loaded refuses the request', async () => {
    const { desk, bridge, sent } = openDesk();
    bridge.isKnown = true;
    bridge.work = { lacking_part: 'gone' };
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    desk.hear(send(1, 'GET'));
    await settled();
    expect(sent).toMatchObject([{ id: 1, status: 503 }]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
});

test('jobs of other workers begin and end with requests and due work, and their reports are stored and shown', async () => {
    const { desk, bridge, errands, store, sent } = openDesk();
    const job = { job_id: `search/${GAME}/0`, kind: 'search', task: '{}' };
    desk.hear(watch(1, 'mine'));
    bridge.work = { jobs: [job] };
    await settled();
    bridge.work = { cancelled: ['search/other/3'], analyses: [{ game_id: GAME, text: 'made' }] };
    desk.reported(job.job_id, 'chosen');
    await settled();
    expect(errands.done).toEqual([`begin ${job.job_id}`, `store ${GAME} made`, 'cancel search/other/3']);
    expect(bridge.heard).toEqual([`${job.job_id}: chosen`]);
    expect(store.stored).toEqual(['1']);
    expect(sent).toMatchObject([{ type: 'frame', text: 'frame 1', stored: 1 }]);
});

function openTransport(): {
    transport: EngineTransport;
    sent: ToEngine[];
    hear: (message: FromEngine) => void;
    told: FromEngine[];
    port: EnginePort;
} {
    const sent: ToEngine[] = [];
    const told: FromEngine[] = [];
    const port: EnginePort = { postMessage: (message) => void sent.push(message), onmessage: null };
    const transport = new EngineTransport((message) => told.push(message));
    transport.connect(port);
    const hear = (data: FromEngine): void => void port.onmessage?.(new MessageEvent('message', { data }));
    return { transport, sent, told, hear, port };
}

test('a request becomes a message with its ticket, and the answer a response', async () => {
    const { transport, sent, hear } = openTransport();
    const headers = { authorization: 'Bearer t1.0.2', 'content-type': 'application/json' };
    const answer = transport.send('/api/tables/t1/orders', { method: 'POST', headers, body: '{}' });
    expect(sent).toEqual([]);
    hear({ type: 'ready' });
    expect(sent).toEqual([
        { type: 'send', id: 1, method: 'POST', path: '/api/tables/t1/orders', ticket: 't1.0.2', body: '{}' },
    ]);
    hear({ type: 'answer', id: 1, status: 409, mediaType: 'application/json', body: '{"type":"stale"}' });
    const response = await answer;
    expect([response.status, await response.json()]).toEqual([409, { type: 'stale' }]);
});

test('a request ends by its signal, and all of them with the engine', async () => {
    const { transport, hear, told } = openTransport();
    const stop = new AbortController();
    const stopped = transport.send('/api/bots', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    const late = transport.send('/api/choices', { signal: AbortSignal.timeout(1) });
    await settled();
    hear({ type: 'answer', id: 2, status: 200, mediaType: 'application/json', body: '{}' });
    expect((await late).status).toBe(200);
    const failed = transport.send('/api/bots', {});
    hear({ type: 'progress', got: 1, total: 3 });
    transport.fail('no memory');
    await expect(failed).rejects.toThrow('no memory');
    expect(told).toEqual([{ type: 'progress', got: 1, total: 3 }]);
});

test('the socket of a table works on a channel', async () => {
    const { transport, sent, hear } = openTransport();
    const [frames, states]: [unknown[], string[]] = [[], []];
    const socket = new TableSocket(
        '/api/tables/t1/socket',
        {
            hear: (frame) => frames.push(frame),
            version: () => 4,
            ticket: () => 'mine',
            changed: (state) => states.push(state),
        },
        transport.open,
    );
    socket.start();
    await Promise.resolve();
    hear({ type: 'ready' });
    expect(sent).toEqual([
        { type: 'watch', id: 1, path: '/api/tables/t1/socket', greeting: '{"ticket":"mine","since":4}' },
    ]);
    hear({ type: 'frame', id: 1, text: '{"type":"done"}' });
    expect(frames).toEqual([{ type: 'done' }]);
    hear({ type: 'closed', id: 1, code: 4404 });
    expect(states).toEqual(['connecting', 'open', 'unknown-table']);
    socket.start();
    socket.stop();
    expect(sent.at(-1)).toEqual({ type: 'leave', id: 2 });
});

test('another worker gets what has its effect once; the rest fails, and channels are closed', async () => {
    const { transport, sent, hear } = openTransport();
    hear({ type: 'ready' });
    const order = transport.send('/api/tables/t1/orders', { method: 'POST', body: '{"command_id":"c"}' });
    const made = transport.send('/api/tables', { method: 'POST', body: '{}' });
    const channel = transport.open('/api/tables/t1/socket');
    const closed: number[] = [];
    channel.onclose = ({ code }) => closed.push(code);
    channel.send('{}');
    sent.length = 0;
    transport.lost();
    await expect(made).rejects.toThrow('ended before it answered');
    expect(closed).toEqual([1006]);
    const waiting = transport.send('/api/tables', { method: 'POST', body: '{}' });
    const again: ToEngine[] = [];
    const next: EnginePort = { postMessage: (message) => void again.push(message), onmessage: null };
    transport.connect(next);
    hear({ type: 'answer', id: 1, status: 500, mediaType: 'text/plain', body: 'of the worker that ended' });
    const tell = (data: FromEngine): void => void next.onmessage?.(new MessageEvent('message', { data }));
    tell({ type: 'ready' });
    expect(sent).toEqual([]);
    expect(again.map((each) => each.type === 'send' && [each.id, each.path])).toEqual([
        [1, '/api/tables/t1/orders'],
        [4, '/api/tables'],
    ]);
    tell({ type: 'answer', id: 1, status: 200, mediaType: 'application/json', body: '{}' });
    tell({ type: 'answer', id: 4, status: 201, mediaType: 'application/json', body: '{}' });
    expect([(await order).status, (await waiting).status]).toEqual([200, 201]);
});

test('a request that ended two workers is not sent to a third', async () => {
    const { transport, hear, port } = openTransport();
    hear({ type: 'ready' });
    const order = transport.send('/api/tables/t1/orders', { method: 'POST', body: '{}' });
    transport.lost();
    transport.connect(port);
    hear({ type: 'ready' });
    transport.lost();
    await expect(order).rejects.toThrow('ended before it answered');
});

test('a window that does not write answers what changes nothing, and does no due work', async () => {
    const { desk, bridge, store, sent } = openDesk();
    bridge.due = 2;
    desk.hear({ type: 'role', isWriter: false });
    desk.hear(watch(1, 'mine'));
    desk.hear(send(2, 'POST'));
    desk.hear(send(3, 'GET'));
    await settled();
    expect(store.stored).toEqual([]);
    expect(sent).toMatchObject([
        { type: 'answer', id: 2, status: 409 },
        { type: 'answer', id: 3, status: 200 },
    ]);
    expect((sent[0] as { body: string }).body).toContain('other_window');
    desk.hear({ type: 'role', isWriter: true });
    desk.hear(send(4, 'POST'));
    await settled();
    expect(sent.at(-1)).toMatchObject({ type: 'frame' });
    expect(store.stored).toHaveLength(3);
});

test('an engine that cannot continue answers nothing and says so', async () => {
    const { desk, bridge, sent } = openDesk();
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    bridge.answer = () => {
        throw new WebAssembly.RuntimeError('memory access out of bounds');
    };
    desk.hear(send(2, 'POST'));
    await settled();
    expect(sent).toMatchObject([{ type: 'failed' }]);
    error.mockRestore();
});
