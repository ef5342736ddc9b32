/** Games stay when storage has no room, and a file of them takes nothing away. */
import { expect, test, vi } from 'vitest';

import type { StoredGame, Write, Written } from '../../src/play/games';
import { FileProblem, packGames, readGames } from '../../src/play/gamesFile';
import { doHere, type HereBridge } from '../../src/play/here';
import { KeptGames, type StorageState } from '../../src/play/keptGames';
import { fullness } from '../../src/play/storageWords';

const row = (gameId: string): string => JSON.stringify({ game_id: gameId });
const write = (gameId: string, version: number, text = `${gameId} ${version}`): Write => ({
    game_id: gameId,
    version,
    text: version === 0 ? row(gameId) : text,
});

/** Storage that answers as the test wants. */
class FakeGames {
    stored: Write[] = [];
    answers: Written[] = [];

    read(gameId: string): Promise<StoredGame | null> {
        const [first, ...entries] = this.stored.filter((each) => each.game_id === gameId).map(({ text }) => text);
        return Promise.resolve(first === undefined ? null : { row: first, entries });
    }
    write(writes: readonly Write[]): Promise<Written> {
        const answer = this.answers.shift() ?? 'written';
        if (answer === 'written') this.stored.push(...writes);
        return Promise.resolve(answer);
    }
    async *texts(): AsyncGenerator<Write[]> {
        if (this.stored.length > 0) yield await Promise.resolve(this.stored);
    }
}

function open(
    stored: FakeGames | null = new FakeGames(),
    room = 1_000_000,
): { kept: KeptGames; shown: StorageState[] } {
    const shown: StorageState[] = [];
    const kept = new KeptGames(
        stored,
        (state) => shown.push(state),
        () => Promise.resolve(room),
    );
    return { kept, shown };
}

test('a running game continues in memory when storage refuses, and is stored once there is room', async () => {
    const stored = new FakeGames();
    const { kept, shown } = open(stored);
    await kept.write([write('t1', 0), write('t1', 1)]);
    stored.answers = ['refused', 'refused'];
    expect(await kept.write([write('t1', 2)])).toBe('written');
    expect(shown.at(-1)!.keeps).toBe('memory');
    expect((await kept.read('t1'))!.entries).toEqual(['t1 1', 't1 2']);
    expect(await kept.write([write('t2', 0), write('t2', 1)])).toBe('refused');
    stored.answers = [];
    expect(await kept.write([write('t1', 3)])).toBe('written');
    expect(shown.at(-1)!.keeps).toBe('all');
    expect(stored.stored.map(({ version }) => version)).toEqual([0, 1, 2, 3]);
});

test('at the limit nothing new begins, and a running game continues', async () => {
    const stored = new FakeGames();
    stored.stored = [write('t1', 0), write('t1', 1, 'x'.repeat(1_000))];
    const { kept, shown } = open(stored, 0);
    await kept.count();
    expect(shown.at(-1)).toMatchObject({ games: 1, keeps: 'all' });
    expect(fullness(shown.at(-1)!)).toBe('full');
    expect(await kept.write([write('t2', 0)])).toBe('refused');
    expect(await kept.write([write('t1', 2)])).toBe('written');
    expect(stored.stored).toHaveLength(3);
});

test('a window without storage keeps its games in memory', async () => {
    const { kept, shown } = open(null);
    expect(await kept.write([write('t1', 0), write('t1', 1)])).toBe('written');
    expect(await kept.write([write('t1', 2)])).toBe('written');
    expect((await kept.read('t1'))!.entries).toEqual(['t1 1', 't1 2']);
    expect(shown.at(-1)!.keeps).toBe('none');
});

test('a conflict is reported, so that the table is read again', async () => {
    const stored = new FakeGames();
    const { kept } = open(stored);
    stored.answers = ['conflict'];
    expect(await kept.write([write('t1', 1)])).toBe('conflict');
    expect(await kept.read('t1')).toBeNull();
});

test('warnings begin at 85 and 95 percent', () => {
    const at = (used: number): string => fullness({ used, limit: 100 });
    expect([84, 85, 94, 95, 99, 100].map(at)).toEqual(['room', 'almost', 'almost', 'nearly', 'nearly', 'full']);
});

/** A bridge that reads every log but those with the text `broken`. */
const BRIDGE: HereBridge = {
    restore: (_row, entries) => {
        if (entries.includes('broken')) throw new Error('broken log');
    },
    forget: () => undefined,
    make_link: () => '',
    open_link: () => '',
    keep: () => '',
};
const merge = async (games: FakeGames, gameId: string, entries: string[]): Promise<string> =>
    JSON.parse(await doHere('merge', JSON.stringify({ row: row(gameId), entries }), BRIDGE, games)) as string;

test('games of a file are added or continued, and nothing here is replaced', async () => {
    const games = new FakeGames();
    expect(await merge(games, 't1', ['a', 'b'])).toBe('added');
    expect(await merge(games, 't1', ['a', 'b'])).toBe('same');
    expect(await merge(games, 't1', ['a'])).toBe('shorter');
    expect(await merge(games, 't1', ['a', 'other', 'c', 'd'])).toBe('other');
    expect(await merge(games, 't1', ['a', 'b', 'c'])).toBe('longer');
    expect((await games.read('t1'))!.entries).toEqual(['a', 'b', 'c']);
    expect(await merge(games, 't1', ['a', 'b', 'c', 'broken'])).toBe('damaged');
    expect(await merge(games, 't2', ['broken'])).toBe('damaged');
    expect(await merge(games, '', ['a'])).toBe('damaged');
    games.answers = ['refused'];
    expect(await merge(games, 't3', ['a'])).toBe('full');
    expect(games.stored).toHaveLength(4);
});

const SAVED = {
    games: [
        { row: row('t1'), entries: ['{"version":1}', '{"version":2}'] },
        { row: row('t2'), entries: ['ä'] },
    ],
    kept: { 'gridwright.name': 'Ada' },
};

test('what a file saves it returns', async () => {
    const file = await packGames(SAVED);
    expect(await readGames(file)).toEqual(SAVED);
});

test('a file that was changed or cut anywhere is refused', async () => {
    const bytes = new Uint8Array(await (await packGames(SAVED)).arrayBuffer());
    const refused: string[] = [];
    const attempt = async (damaged: Uint8Array<ArrayBuffer>): Promise<void> => {
        try {
            await readGames(new Blob([damaged]));
        } catch (error) {
            if (!(error instanceof FileProblem)) throw error;
            refused.push(error.reason);
        }
    };
    let count = 0;
    // The bytes from 3 to 9 name a time and a machine, which no reader looks at.
    for (let place = 0; place < bytes.length; place += place === 2 ? 8 : 1) {
        const changed = bytes.slice();
        changed[place]! ^= 0x55;
        await attempt(changed);
        await attempt(bytes.slice(0, place));
        count += 2;
    }
    expect(count).toBeGreaterThan(200);
    expect(refused).toHaveLength(count);
    await attempt(new TextEncoder().encode('a text'));
    expect(refused.at(-1)).toBe('foreign');
});

test('a file of a newer form says so', async () => {
    const text = `${JSON.stringify({ kind: 'gridwright games', format: 2 })}\n{}\n`;
    const packed = await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).blob();
    await expect(readGames(packed)).rejects.toMatchObject({ reason: 'newer' });
});

test('an engine that ends is replaced, one that never works is not', async () => {
    const { EngineKeeper } = await import('../../src/play/engineKeeper');
    const { EngineTransport } = await import('../../src/play/engineTransport');
    const told: string[] = [];
    let now = 0;
    const gone: (() => void)[] = [];
    const locks = {
        request: (_name: string, then: () => unknown) => {
            gone.push(() => void then());
            return Promise.resolve();
        },
    } as unknown as LockManager;
    const made: { name: string; terminate: () => void }[] = [];
    const keeper = new EngineKeeper(
        (name) => {
            const worker = { name, postMessage: vi.fn(), onmessage: null, onerror: null, terminate: vi.fn() };
            made.push(worker);
            return worker;
        },
        new EngineTransport(),
        {
            restarted: () => told.push('restarted'),
            failed: (problem) => told.push(problem),
            lacking: () => told.push('lacking'),
        },
        locks,
        () => now,
    );
    keeper.start();
    for (let life = 0; life < 10; life += 1) {
        keeper.hear({ type: 'alive', name: made.at(-1)!.name });
        keeper.hear({ type: 'ready' });
        now += 3_000;
        gone.at(-1)!();
    }
    expect(told).toEqual(Array<string>(10).fill('restarted'));
    gone[0]!();
    expect(made).toHaveLength(11);
    for (let life = 0; life < 5; life += 1) {
        keeper.hear({ type: 'alive', name: made.at(-1)!.name });
        gone.at(-1)!();
    }
    expect(told.slice(10)).toEqual([...Array<string>(4).fill('restarted'), 'the engine ended']);
    told.length = 0;
    keeper.start();
    keeper.hear({ type: 'failed', problem: 'no network' });
    expect(told).toEqual(['no network']);
});
