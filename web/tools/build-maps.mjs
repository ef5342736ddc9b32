// Draws every board: `npm run maps` writes src/map/data, `npm run maps -- --check` compares instead.
// The parts are TypeScript; Vite loads them, so that no other runner is needed.

import { runnerImport } from 'vite';

const { module } = await runnerImport(new URL('./maps/main.ts', import.meta.url).pathname);
process.exitCode = await module.main(process.argv.slice(2));
