/** Other static hosts of the page without a server (`make play`), and its pages as proofs watch them. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FOLDER, openHost, requireBuild, ROOT } from './playHost.mjs';

const START_MS = 20_000;

const STARLETTE = `
import sys, uvicorn
from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
files = StaticFiles(directory=sys.argv[1], html=True, follow_symlink=True)
uvicorn.run(Starlette(routes=[Mount("/", files)]), port=int(sys.argv[2]), log_level="error")
`;
const PYTHON = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
/** Hosts that know nothing of the page: programs by name, with their arguments for a folder and a port. */
const PROGRAMS = {
    'python http.server': (folder, port) => [PYTHON, ['-m', 'http.server', port, '--bind', '127.0.0.1', '-d', folder]],
    starlette: (folder, port) => [PYTHON, ['-c', STARLETTE, folder, port]],
};
export const HOSTS = ['node', ...Object.keys(PROGRAMS)];

/** A host by name, with the page in a subfolder. */
export async function openNamedHost(name, port) {
    if (name === 'node') return openHost();
    requireBuild();
    const folder = mkdtempSync(join(tmpdir(), 'gridwright-host-'));
    symlinkSync(FOLDER, join(folder, 'sub'));
    const [program, args] = PROGRAMS[name](folder, String(port));
    const host = spawn(program, args, { stdio: 'ignore' });
    const address = `http://127.0.0.1:${port}/sub/`;
    const deadline = Date.now() + START_MS;
    const close = async () => {
        host.kill();
        rmSync(folder, { recursive: true });
    };
    host.on('error', () => {});
    for (;;) {
        const found = await fetch(address).catch(() => null);
        if (found?.ok) return { address, missing: [], close };
        if (Date.now() > deadline) {
            await close();
            assert.fail(`expected ${name} on port ${port}`);
        }
        await new Promise((done) => setTimeout(done, 100));
    }
}

/** Runs in the page, ahead of its scripts: notes refused requests of the engine, and tasks that block the page. */
export function watchPage() {
    globalThis.watched = { refused: [], tasks: [] };
    const { watched } = globalThis;
    const Plain = globalThis.Worker;
    globalThis.Worker = class extends Plain {
        #paths = new Map();
        constructor(...args) {
            super(...args);
            this.addEventListener('message', ({ data }) => {
                if (data.type !== 'answer' || data.status < 400) return;
                watched.refused.push(`${String(data.status)} ${this.#paths.get(data.id)} ${data.body}`);
            });
        }
        postMessage(message, ...more) {
            if (message.type === 'send') this.#paths.set(message.id, `${message.method} ${message.path}`);
            super.postMessage(message, ...more);
        }
    };
    new PerformanceObserver((list) => {
        for (const { duration, startTime } of list.getEntries()) watched.tasks.push({ duration, startTime });
    }).observe({ type: 'longtask', buffered: true });
}

/** Open a page of the host that keeps problems: errors of scripts and of the console, requests to elsewhere. */
export async function openPage(browser, host, options) {
    const context = await browser.newContext(options);
    await context.addInitScript(watchPage);
    const problems = [];
    context.on('request', (request) => {
        if (!request.url().startsWith(host.address) && !/^(data|blob):/.test(request.url()))
            problems.push(request.url());
    });
    const page = await context.newPage();
    page.on('console', (message) => {
        if (message.type() === 'error' || /Content.Security.Policy/i.test(message.text()))
            problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    return { context, page, problems };
}
