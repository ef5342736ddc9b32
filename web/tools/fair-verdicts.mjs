// Results of the browser's fairness check, one game as JSON per line of standard input, without a browser.
import { createInterface } from 'node:readline';
import { createServer } from 'vite';

const server = await createServer({
    configFile: false,
    root: new URL('..', import.meta.url).pathname,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const { checkGame } = await server.ssrLoadModule('/src/fair/check.ts');
for await (const line of createInterface({ input: process.stdin })) {
    const { isFair, addsUp, steps } = await checkGame(JSON.parse(line));
    const failed = steps.filter((step) => step.outcome === 'failed').map((step) => step.name);
    const open = steps.filter((step) => step.outcome === 'skipped').map((step) => step.name);
    console.log(JSON.stringify({ isFair, addsUp, failed, open }));
}
await server.close();
