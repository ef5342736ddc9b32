/** A real server from this checkout, with a folder of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const ROOT = resolve(import.meta.dirname, '../..');
const PROGRAM = ['-m', 'gridwright.cli'];
/** The same games each time: for pictures. */
const POSED = [join(ROOT, 'tools/posed_server.py')];

/** A server that can be stopped and started again. `GRIDWRIGHT_PYTHON` names another interpreter. */
export class Server {
    folder = mkdtempSync(join(tmpdir(), 'gridwright-e2e-'));
    port = 0;
    address = '';

    /** Bots and cards wait for no undo, unless `hold` says for how many milliseconds. Games are analysed only if asked for. */
    constructor({ posed = false, hold = 0, analyses = false, privateNotices = false } = {}) {
        this.program = posed ? POSED : PROGRAM;
        this.hold = hold;
        this.analyses = analyses;
        this.privateNotices = privateNotices;
    }

    async start() {
        const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
        const options = ['serve', '--port', String(this.port), '--folder', this.folder, '--no-open'];
        const env = {
            ...process.env,
            PYTHONPATH: process.env.PYTHONPATH ?? join(ROOT, 'src'),
            GRIDWRIGHT_LIMITS: '0',
            GRIDWRIGHT_HOLD: String(this.hold),
            GRIDWRIGHT_ANALYSES: this.analyses ? '1' : '0',
            GRIDWRIGHT_PRIVATE_NOTICES: this.privateNotices ? '1' : '0',
        };
        this.child = spawn(python, [...this.program, ...options], { env, stdio: ['ignore', 'pipe', 'pipe'] });
        let told = '';
        this.child.stderr.on('data', (part) => (told += part));
        this.gone = new Promise((done) => this.child.once('exit', done));
        this.address = await new Promise((done, fail) => {
            this.child.stdout.on('data', (part) => {
                told += part;
                const found = /http:\/\/[0-9.:]+/.exec(told);
                if (found) done(found[0]);
            });
            void this.gone.then((code) => fail(new Error(`the server ended with ${code}: ${told}`)));
        });
        this.port = Number(new URL(this.address).port);
    }

    /** Stop it; what was acknowledged stays in the folder. */
    async stop(signal = 'SIGTERM') {
        this.child.kill(signal);
        await this.gone;
    }

    async close() {
        await this.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }
}

export async function openServer(options) {
    const server = new Server(options);
    await server.start();
    return server;
}
