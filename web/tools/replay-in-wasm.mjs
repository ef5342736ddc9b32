/**
 * Replays recorded games on the engine of the page without a server, and prints what `gridwright-lab replay` prints.
 *
 *     node tools/replay-in-wasm.mjs ../tests/recorded/card.txt.xz …
 *
 * The files of `build/play/engine` are used as a browser gets them (`make play`); only the laboratory is read from here.
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const ROOT = resolve(import.meta.dirname, '../..');
const ENGINE = join(ROOT, 'build/play/engine');
const bytes = (name) => new Uint8Array(readFileSync(join(ENGINE, name))).buffer;

// Node's loader reads the unpacked file by its path; a browser gets it from `engine.ts`.
const { loadPyodide } = await import(join(ROOT, 'web/node_modules/pyodide/pyodide.mjs'));
const packed = gunzipSync(readFileSync(join(ENGINE, 'pyodide.asm.wasm.packed')));
if (!packed.equals(readFileSync(join(ROOT, 'web/node_modules/pyodide/pyodide.asm.wasm'))))
    throw new Error('expected the installed Pyodide in the page: make play');
const python = await loadPyodide();
for (const name of ['msgspec.zip', 'gridwright.zip'])
    python.unpackArchive(bytes(name), 'zip', { extractDir: '/engine' });
for (const folder of ['lab', 'tests']) {
    python.FS.mkdirTree(`/checkout/${folder}`);
    python.mountNodeFS(`/checkout/${folder}`, join(ROOT, folder));
}
python.globals.set('folders', python.toPy(process.argv.slice(2).map((each) => `/checkout/${each}`)));
const code = python.runPython(`
import sys
print("Python", sys.version, "on", sys.platform, file=sys.stderr)
sys.dont_write_bytecode = True
sys.path[:0] = ["/engine", "/checkout/lab"]
from gridwright_lab.conformance.replay.replay import main
main([*folders, "--json"])
`);
process.exitCode = code;
