/** A real server from this checkout, with its own data folder. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const ROOT = resolve(import.meta.dirname, '../..');
const PYTHON = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
const PROGRAM = ['-m', 'gridwright.cli'];
const SOURCES = { PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src') };
/** The same games in each run, for pictures. */
const POSED = [join(ROOT, 'tools/posed_server.py')];

/** A server that can be stopped and started again. `GRIDWRIGHT_PYTHON` names another interpreter. */
export class Server {
    folder = mkdtempSync(join(tmpdir(), 'gridwright-e2e-'));
    port = 0;
    address = '';

    /**
     * `hold` is the undo window in milliseconds. Games are analysed only with `analyses`. With `hasHook` there is a
     * webhook on this machine, `hook`, to which the server may send notices.
     */
    constructor({ posed = false, hold = 0, analyses = false, hasHook = false } = {}) {
        this.program = posed ? POSED : PROGRAM;
        this.hold = hold;
        this.analyses = analyses;
        this.hasHook = hasHook;
    }

    async start() {
        if (this.hasHook && !this.hook) this.hook = await listen();
        const options = ['serve', '--port', String(this.port), '--folder', this.folder, '--no-open'];
        const env = {
            ...process.env,
            ...SOURCES,
            GRIDWRIGHT_LIMITS: '0',
            GRIDWRIGHT_HOLD: String(this.hold),
            GRIDWRIGHT_ANALYSES: this.analyses ? '1' : '0',
            GRIDWRIGHT_NOTICE_HOSTS: this.hook ? `127.0.0.1:${this.hook.address().port}` : '',
        };
        this.child = spawn(PYTHON, [...this.program, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
        let printed = '';
        this.child.stderr.on('data', (part) => (printed += part));
        this.gone = new Promise((done) => this.child.once('exit', done));
        this.address = await new Promise((done, fail) => {
            this.child.stdout.on('data', (part) => {
                printed += part;
                const found = /http:\/\/[0-9.:]+/.exec(printed);
                if (found) done(found[0]);
            });
            void this.gone.then((code) => fail(new Error(`the server ended with ${code}: ${printed}`)));
        });
        this.port = Number(new URL(this.address).port);
    }

    /** Run `gridwright admin` with these words on the folder of the server; throws if it fails. */
    async administer(...words) {
        const options = ['--data', this.folder];
        const env = { ...process.env, ...SOURCES };
        await promisify(execFile)(PYTHON, [...PROGRAM, 'admin', ...words, ...options], { env });
    }

    /** Stop the server; acknowledged moves stay in the folder. */
    async stop(signal = 'SIGTERM') {
        this.child.kill(signal);
        await this.gone;
    }

    async close() {
        await this.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

/** A server for requests, which the proof answers. */
async function listen() {
    const hook = createServer();
    await new Promise((done) => hook.listen(0, '127.0.0.1', done));
    hook.unref();
    return hook;
}

export async function openServer(options) {
    const server = new Server(options);
    await server.start();
    return server;
}
