// Results of the browser's fairness check, one game as JSON per line of standard input, without a browser; for a line
// with the rules of a table alone, the sets of regions that it would draw from.
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
const { regionChoices } = await server.ssrLoadModule('/src/fair/redeal.ts');
for await (const line of createInterface({ input: process.stdin })) {
    const asked = JSON.parse(line);
    if (asked.rules) {
        console.log(JSON.stringify({ regions: regionChoices(asked.rules) }));
        continue;
    }
    const { isFair, addsUp, steps } = await checkGame(asked);
    const failed = steps.filter((step) => step.outcome === 'failed').map((step) => step.name);
    const open = steps.filter((step) => step.outcome === 'skipped').map((step) => step.name);
    console.log(JSON.stringify({ isFair, addsUp, failed, open }));
}
await server.close();
