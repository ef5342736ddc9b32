// Start a separate server with its own data folder, follow whole games there, and stop it: npm run test:live.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gridwright-live-'));
const python = process.env.PYTHON ?? join(root, '.venv/bin/python');
const env = { ...process.env, PYTHONPATH: process.env.PYTHONPATH ?? join(root, 'src'), GRIDWRIGHT_HOLD: '0' };

const port = await new Promise((found) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
        const { port: free } = probe.address();
        probe.close(() => found(free));
    });
});
const address = `http://127.0.0.1:${port}`;
const server = spawn(python, ['-m', 'gridwright.cli', 'serve', '--folder', folder, '--port', String(port)], {
    cwd: root,
    env,
    stdio: 'ignore',
});
let isReady = false;
for (let tries = 0; tries < 120 && !isReady && server.exitCode === null; tries++) {
    await new Promise((done) => setTimeout(done, 250));
    isReady = await fetch(`${address}/readyz`)
        .then((answer) => answer.ok)
        .catch(() => false);
}
let status = 1;
if (isReady) {
    const vitest = join(root, 'web/node_modules/vitest/vitest.mjs');
    const ran = spawnSync(process.execPath, [vitest, 'run', 'tests/live'], {
        cwd: join(root, 'web'),
        stdio: 'inherit',
        env: { ...env, GRIDWRIGHT_SERVER: address },
    });
    status = ran.status ?? 1;
} else console.error('expected a server that answers, got none');
server.kill('SIGTERM');
await new Promise((done) => (server.exitCode === null ? server.once('exit', done) : done()));
rmSync(folder, { recursive: true });
process.exit(status);
