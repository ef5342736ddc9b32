/** Tasks of this browser that no server has: its games as one file, and a game in a link. */
import type { StoredGame, Write, Written } from './games';

/** Parts of `gridwright.local.bridge.Bridge` for these tasks. */
export interface HereBridge {
    restore(row: string, entries: string): void;
    forget(gameId: string): void;
    make_link(gameId: string, withNames: boolean): string;
    open_link(fragment: string): string;
    keep(gameId: string): string;
}

export interface HereGames {
    read(gameId: string): Promise<StoredGame | null>;
    write(writes: readonly Write[]): Promise<Written>;
    texts(): AsyncIterable<readonly Write[]>;
}

/** What became of a game of a file. `other`: this browser has gone another way with it. */
export type Merged = 'added' | 'longer' | 'same' | 'shorter' | 'other' | 'damaged' | 'full';

/** Carry out a task; its argument and its result are JSON. Tables may have to be loaded again afterwards. */
export async function doHere(task: string, argument: string, bridge: HereBridge, games: HereGames): Promise<string> {
    switch (task) {
        case 'games':
            return JSON.stringify(await allGames(games));
        case 'merge':
            return JSON.stringify(await merge(JSON.parse(argument) as StoredGame, bridge, games));
        case 'make-link': {
            const { gameId, withNames } = JSON.parse(argument) as { gameId: string; withNames: boolean };
            const stored = await games.read(gameId);
            if (!stored) throw new Error(`expected a stored game, got ${gameId}`);
            bridge.restore(stored.row, JSON.stringify(stored.entries));
            const made = bridge.make_link(gameId, withNames);
            bridge.forget(gameId);
            return made;
        }
        case 'open-link':
            return bridge.open_link(JSON.parse(argument) as string);
        case 'keep': {
            const gameId = JSON.parse(argument) as string;
            if (await games.read(gameId)) return '"written"';
            return JSON.stringify(await games.write(JSON.parse(bridge.keep(gameId)) as Write[]));
        }
        default:
            throw new Error(`expected a task of this browser, got ${task}`);
    }
}

async function allGames(games: HereGames): Promise<StoredGame[]> {
    const found = new Map<string, { row: string; entries: string[] }>();
    for await (const texts of games.texts()) {
        for (const { game_id, version, text } of texts) {
            if (version === 0) found.set(game_id, { row: text, entries: [] });
            else found.get(game_id)?.entries.push(text);
        }
    }
    return [...found.values()];
}

/** Store a game of a file, unless this browser has as much of it. The engine plays it first. */
async function merge(game: StoredGame, bridge: HereBridge, games: HereGames): Promise<Merged> {
    const gameId = idOf(game.row);
    if (!gameId) return 'damaged';
    const own = await games.read(gameId);
    const n_common = own ? own.entries.length : 0;
    if (own) {
        const shorter = Math.min(own.entries.length, game.entries.length);
        const isSameWay =
            own.row === game.row && own.entries.slice(0, shorter).join() === game.entries.slice(0, shorter).join();
        if (!isSameWay) return 'other';
        if (game.entries.length === own.entries.length) return 'same';
        if (game.entries.length < own.entries.length) return 'shorter';
    }
    try {
        bridge.restore(game.row, JSON.stringify(game.entries));
    } catch {
        return 'damaged';
    } finally {
        bridge.forget(gameId);
    }
    const entries = game.entries.map((text, place) => ({ game_id: gameId, version: place + 1, text }));
    const writes = own ? entries.slice(n_common) : [{ game_id: gameId, version: 0, text: game.row }, ...entries];
    if ((await games.write(writes)) !== 'written') return 'full';
    return own ? 'longer' : 'added';
}

function idOf(row: string): string {
    try {
        const { game_id } = JSON.parse(row) as { game_id?: unknown };
        return typeof game_id === 'string' ? game_id : '';
    } catch {
        return '';
    }
}
