// Export at least 200 recorded games from the engine, then fold and verify all of them here:
// npm run test:folds. PYTHON names the interpreter; the repository's own is the default.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'gridwright-folds-'));
const file = join(folder, 'games.json');

function run(program, args, cwd, env = {}) {
    const done = spawnSync(program, args, { cwd, stdio: 'inherit', env: { ...process.env, ...env } });
    return done.status ?? 1;
}

const python = process.env.PYTHON ?? join(root, '.venv/bin/python');
const paths = process.env.PYTHONPATH ?? [join(root, 'src'), join(root, 'lab')].join(delimiter);
let status = run(python, ['-m', 'gridwright_lab', 'folds', file], root, { PYTHONPATH: paths });
if (status === 0) {
    const vitest = join(root, 'web/node_modules/vitest/vitest.mjs');
    status = run(process.execPath, [vitest, 'run', 'tests/fold', 'tests/fair'], join(root, 'web'), {
        GRIDWRIGHT_FOLDS: file,
    });
}
rmSync(folder, { recursive: true });
process.exit(status);
