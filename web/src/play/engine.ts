/** The worker of a page without a server: loads Python and the engine from the folder of the page, then answers. */
import type { loadPyodide as Load } from 'pyodide';

import { type Bridge, EngineDesk, type FromEngine, type ToEngine } from './engineDesk';
import { Games } from './games';
import { KeptGames } from './keptGames';

/** The engine's files, in the order of their use. Packed ones are compressed by gzip, for hosts that do not compress. */
interface EngineFile {
    readonly name: string;
    /** Bytes on the way. */
    readonly bytes: number;
    readonly isPacked: boolean;
}

/** The list of the files, next to them. */
const FILES = 'files.json';

const FOLDER = new URL('../engine/', self.location.href).href;
const ROOT = '/gridwright';

const post = (message: FromEngine): void => self.postMessage(message);

/** Hold the lock of this worker's name until it ends, by which the page notices the end. */
function showLife(): void {
    void navigator.locks?.request(self.name, () => {
        post({ type: 'alive', name: self.name });
        return new Promise(() => undefined);
    });
}

/** The games of this browser; a window may store nothing. */
async function openGames(): Promise<KeptGames> {
    const games = await Games.open().catch((error: unknown) => {
        console.warn('nothing is stored', error);
        return null;
    });
    return new KeptGames(games, post);
}

/** Count the bytes of the engine's files as they arrive, and unpack those that are packed. */
function countFiles(files: readonly EngineFile[]): typeof fetch {
    const known = new Map(files.map((each) => [FOLDER + each.name, each]));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const load = self.fetch.bind(self);
    let got = 0;
    return async (input, init) => {
        const address = input instanceof Request ? input.url : new URL(String(input), FOLDER).href;
        const file = known.get(address);
        if (!file) return load(input, init);
        const response = await load(file.isPacked ? `${address}.packed` : address);
        if (!response.ok || !response.body) throw new Error(`expected ${file.name}, got ${String(response.status)}`);
        const counted = response.body.pipeThrough(
            new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
                transform(part, controller) {
                    got += part.byteLength;
                    post({ type: 'progress', got: Math.min(got, total), total });
                    controller.enqueue(part);
                },
            }),
        );
        const type = file.name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
        const body = file.isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
        return new Response(body, { headers: { 'content-type': type } });
    };
}

async function start(): Promise<void> {
    showLife();
    const opening = openGames();
    const files = (await (await fetch(FOLDER + FILES)).json()) as EngineFile[];
    self.fetch = countFiles(files);
    const archives = files.filter(({ name }) => name.endsWith('.zip') && name !== 'python_stdlib.zip');
    const fetched = archives.map(async ({ name }) => (await fetch(FOLDER + name)).arrayBuffer());
    const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as { loadPyodide: typeof Load };
    const python = await loadPyodide({ indexURL: FOLDER });
    for (const archive of await Promise.all(fetched)) python.unpackArchive(archive, 'zip', { extractDir: ROOT });
    python.runPython(`import sys; sys.path.insert(0, "${ROOT}")`);
    const { Bridge } = python.pyimport('gridwright.local.bridge') as { Bridge: (clock: () => number) => Bridge };
    const others = new BroadcastChannel('gridwright-games');
    const games = await opening;
    const desk = new EngineDesk(
        Bridge(() => Date.now()),
        games,
        post,
        (gameId) => others.postMessage(gameId),
    );
    others.onmessage = ({ data }: MessageEvent<string>) => desk.changedElsewhere(data);
    self.onmessage = ({ data }: MessageEvent<ToEngine>) => desk.hear(data);
    post({ type: 'ready' });
    await games.count();
}

start().catch((error: unknown) => {
    console.error(error);
    post({ type: 'failed', problem: String(error) });
});
