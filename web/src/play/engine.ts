/** The worker of a page without a server: loads Python and the engine from the folder of the page, then answers. */
import type { loadPyodide as Load } from 'pyodide';

import { Analyses } from './analyses';
import { type Bridge, EngineDesk, type FromEngine, type ToEngine } from './engineDesk';
import { Games } from './games';
import { doJobs, type DoJob, type Job, JOB_WORKER, Jobs } from './jobs';
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

/** True in a worker of the engine's own worker. */
const DOES_JOBS = self.name === JOB_WORKER;
/** The first job may come before Python is here. */
const early: Job[] = [];
if (DOES_JOBS) self.onmessage = ({ data }: MessageEvent<Job>) => void early.push(data);

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
    if (!DOES_JOBS) showLife();
    const opening = DOES_JOBS ? null : openGames();
    const files = (await (await fetch(FOLDER + FILES)).json()) as EngineFile[];
    self.fetch = countFiles(files);
    const archives = files.filter(({ name }) => name.endsWith('.zip') && name !== 'python_stdlib.zip');
    const fetched = archives.map(async ({ name }) => (await fetch(FOLDER + name)).arrayBuffer());
    const { loadPyodide } = (await import(/* @vite-ignore */ `${FOLDER}pyodide.mjs`)) as { loadPyodide: typeof Load };
    const python = await loadPyodide({ indexURL: FOLDER });
    for (const archive of await Promise.all(fetched)) python.unpackArchive(archive, 'zip', { extractDir: ROOT });
    python.runPython(`import sys; sys.path.insert(0, "${ROOT}")`);
    if (!opening) {
        const { do_job: doJob } = python.pyimport('gridwright.local.jobs') as { do_job: DoJob };
        return doJobs(early, doJob);
    }
    const { Bridge } = python.pyimport('gridwright.local.bridge') as { Bridge: (clock: () => number) => Bridge };
    const others = new BroadcastChannel('gridwright-games');
    const games = await opening;
    const jobs = new Jobs(
        () => new Worker(self.location.href, { type: 'module', name: JOB_WORKER }),
        (jobId, text) => desk.reported(jobId, text),
    );
    const analyses = Analyses.open();
    const desk: EngineDesk = new EngineDesk(
        Bridge(() => Date.now()),
        games,
        post,
        {
            loadPart: async (name) => {
                const response = await fetch(`${FOLDER}${name}.zip`);
                if (!response.ok) throw new Error(`expected ${name}.zip, got ${String(response.status)}`);
                python.unpackArchive(await response.arrayBuffer(), 'zip', { extractDir: ROOT });
                python.runPython('import importlib; importlib.invalidate_caches()');
            },
            changeJobs: (begun, cancelled) => jobs.change(begun, cancelled),
            readAnalysis: (gameId) => analyses.read(gameId),
            writeAnalysis: (gameId, text) => analyses.write(gameId, text),
        },
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
