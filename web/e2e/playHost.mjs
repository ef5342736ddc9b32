/**
 * A static host of the page without a server, in a subfolder of it.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, resolve } from 'node:path';

export const ROOT = resolve(import.meta.dirname, '../..');
export const FOLDER = join(ROOT, 'build/play');
const PLACE = '/any/folder/';
const TYPES = {
    '.html': 'text/html',
    '.mjs': 'text/javascript',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
};
/** The page's policy as a header, which the workers obey too. */
const POLICY = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
].join('; ');

export function requireBuild() {
    if (!existsSync(join(FOLDER, 'engine/files.json'))) throw new Error('expected the built page: make play');
}

/**
 * Serve the folder. `before` is a script that each worker of the page runs first, to inject a fault; `alter` changes the
 * text of a file, by its name.
 */
export async function openHost({ before = '', alter = (_name, text) => text } = {}) {
    requireBuild();
    const missing = [];
    const state = { before, alter };
    const host = createServer((request, response) => {
        const path = new URL(request.url, 'http://host').pathname;
        const name = path.endsWith('/') ? `${path}index.html` : path;
        const file = join(FOLDER, name.slice(PLACE.length));
        if (!name.startsWith(PLACE) || !file.startsWith(FOLDER) || !existsSync(file) || !statSync(file).isFile()) {
            missing.push(path);
            return response.writeHead(404).end();
        }
        const isWorker = /\/engine-[^/]+\.js$/.test(name);
        const hasText = /\.(html|js)$/.test(name);
        const bytes = readFileSync(file);
        const text = hasText ? state.alter(name.slice(PLACE.length), bytes.toString()) : '';
        response.writeHead(200, {
            'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
            'content-security-policy': POLICY,
            'cache-control': hasText ? 'no-cache' : 'max-age=600',
        });
        return response.end(hasText ? (isWorker && state.before ? `${state.before}\n${text}` : text) : bytes);
    });
    await new Promise((done) => host.listen(0, '127.0.0.1', done));
    const address = `http://127.0.0.1:${host.address().port}${PLACE}`;
    const close = () => {
        host.closeAllConnections();
        return new Promise((done) => host.close(done));
    };
    return { address, missing, close, state };
}
