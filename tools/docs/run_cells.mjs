/**
 * Runs examples of the site in Pyodide, on the archive of a folder, and prints what each prints, as JSON.
 *
 *     node tools/docs/run_cells.mjs build/docs/pages/cell < examples.json
 */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const ROOT = resolve(import.meta.dirname, '../..');
const folder = resolve(process.argv[2]);
const load = (path) => import(pathToFileURL(path).href);

const { loadPyodide } = await load(join(ROOT, 'web/node_modules/pyodide/pyodide.mjs'));
const { prepare } = await load(join(folder, 'runner.mjs'));
const run = prepare(await loadPyodide(), new Uint8Array(readFileSync(join(folder, 'gridwright.zip'))).buffer);
const examples = JSON.parse(readFileSync(0, 'utf8'));
process.stdout.write(JSON.stringify(examples.map((code) => run(code))));
