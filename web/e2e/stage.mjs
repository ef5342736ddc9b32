/** Real nodes of this checkout on PostgreSQL and Redis, which can be killed and started again. */
import { spawn } from 'node:child_process';
import { delimiter, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const ROOT = resolve(import.meta.dirname, '../..');

/** Drives `gridwright-lab e2e-server`: its own database, removed afterwards, and its own Redis. */
export class Stage {
    constructor(nodes, limits) {
        const python = process.env.GRIDWRIGHT_PYTHON ?? join(ROOT, '.venv/bin/python');
        const env = {
            ...process.env,
            PYTHONPATH: process.env.PYTHONPATH ?? [join(ROOT, 'src'), join(ROOT, 'lab')].join(delimiter),
        };
        const options = ['--nodes', String(nodes), '--limits', String(limits)];
        this.child = spawn(python, ['-m', 'gridwright_lab', 'e2e-server', ...options], {
            env,
            stdio: ['pipe', 'pipe', 'inherit'],
        });
        this.gone = new Promise((done) => this.child.once('exit', done));
        this.answers = createInterface({ input: this.child.stdout })[Symbol.asyncIterator]();
    }

    async answer() {
        const { value, done } = await this.answers.next();
        if (done) throw new Error(`the server ended with ${await this.gone}`);
        const answer = JSON.parse(value);
        if (answer.problem) throw new Error(answer.problem);
        return answer;
    }

    /** `kill node 0`, `start redis` and the like; returns once it is done. */
    order(words) {
        this.child.stdin.write(`${words}\n`);
        return this.answer();
    }

    async close() {
        this.child.stdin.end();
        await this.gone;
    }
}

/** With `limits` 0 there is no rate limit. */
export async function openStage(nodes = 1, { limits = 1 } = {}) {
    const stage = new Stage(nodes, limits);
    const { addresses } = await stage.answer();
    stage.addresses = addresses;
    stage.address = addresses[0];
    return stage;
}
