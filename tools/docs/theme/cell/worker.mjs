// The worker of a page with an example: loads Python and the engine once, then runs what it gets.
import { prepare } from './runner.mjs';

const FOLDER = new URL('./', import.meta.url).href;
const ENGINE = 'gridwright.zip';

/** Count the bytes of the listed files as they arrive, and unpack those that are packed. */
function countFiles(files) {
    const known = new Map(files.map((each) => [FOLDER + each.name, each]));
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const load = self.fetch.bind(self);
    let got = 0;
    return async (input, init) => {
        const address = input instanceof Request ? input.url : new URL(String(input), FOLDER).href;
        const file = known.get(address);
        if (!file) return load(input, init);
        const response = await load(file.isPacked ? `${address}.packed` : address);
        if (!response.ok || !response.body) throw new Error(`expected ${file.name}, got ${response.status}`);
        const counted = response.body.pipeThrough(
            new TransformStream({
                transform(part, controller) {
                    got += part.byteLength;
                    self.postMessage({ type: 'progress', got: Math.min(got, total), total });
                    controller.enqueue(part);
                },
            }),
        );
        const type = file.name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
        const body = file.isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted;
        return new Response(body, { headers: { 'content-type': type } });
    };
}

async function load() {
    const files = await (await fetch(`${FOLDER}files.json`)).json();
    self.fetch = countFiles(files);
    const archive = self.fetch(FOLDER + ENGINE).then((response) => response.arrayBuffer());
    const { loadPyodide } = await import('./pyodide.mjs');
    return prepare(await loadPyodide({ indexURL: FOLDER }), await archive);
}

let loading;
self.onmessage = async ({ data }) => {
    try {
        loading ??= load();
        const run = await loading;
        self.postMessage({ type: 'running' });
        const began = performance.now();
        const printed = run(data);
        self.postMessage({ type: 'done', printed, seconds: (performance.now() - began) / 1000 });
    } catch (error) {
        // The last lines of a traceback: those before are of Pyodide.
        const lines = String(error.message ?? error).trim().split('\n');
        self.postMessage({ type: 'failed', problem: lines.slice(-1)[0] });
    }
};
