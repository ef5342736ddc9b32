/**
 * The proofs of every commit, in one process with one browser: two at a time, on one server where they can share it.
 *
 *     npm run proofs                  # all of them
 *     npm run proofs -- home puzzle   # some of them
 *
 * What a proof prints is shown in one block when it ends. `E2E_WORKERS` sets another number of proofs at a time.
 */
import { availableParallelism } from 'node:os';
import { pathToFileURL } from 'node:url';

import { launchChromium } from './browser.mjs';
import { lend, secondsSince } from './proof.mjs';
import { openServer } from './server.mjs';

/** Proofs with their arguments, the longest first: so no worker is left with a long one alone. */
const PROOFS = {
    axe: ['--diagonal', '--only', 'home,new,room,puzzle,table card'],
    run: ['--short'],
    faults: [],
    hostile: ['--texts', '100'],
    home: [],
    share: [],
    puzzle: [],
    notices: [],
};
const WORKERS = Number(process.env.E2E_WORKERS ?? Math.min(2, availableParallelism()));

const named = process.argv.slice(2);
const unknown = named.filter((each) => !(each in PROOFS));
if (unknown.length > 0) {
    console.error(`expected some of ${Object.keys(PROOFS).join(', ')}; got ${unknown.join(', ')}`);
    process.exit(2);
}

/** Import a proof, which runs it. */
async function prove(name, args, resources) {
    const url = pathToFileURL(`${import.meta.dirname}/${name}.mjs`).href;
    const lines = [];
    lend(url, { ...resources, args, print: (line) => lines.push(line) });
    const began = performance.now();
    let isProved = true;
    try {
        await import(url);
    } catch (error) {
        isProved = false;
        lines.push(error.stack ?? String(error));
    }
    const seconds = secondsSince(began);
    console.log(`\n${[name, ...args].join(' ')}, ${seconds} s\n  ${lines.join('\n').replaceAll('\n', '\n  ')}`);
    return { name, isProved, seconds };
}

/** A server that no proof may stop. Notices reach this machine, as one of the proofs listens here. */
async function openSharedServer() {
    const server = await openServer({ hasHook: true });
    const close = server.close.bind(server);
    const refuse = () => {
        throw new Error('expected a proof that stops its server to open one of its own');
    };
    const { address, hook } = server;
    return { address, hook, start: refuse, stop: refuse, administer: server.administer.bind(server), close };
}

const began = performance.now();
const chromium = await launchChromium();
const sharedServer = await openSharedServer();
const waiting = Object.entries(PROOFS).filter(([name]) => named.length === 0 || named.includes(name));
const ended = [];

async function work() {
    for (let next = waiting.shift(); next; next = waiting.shift())
        ended.push(await prove(...next, { chromium, sharedServer }));
}

try {
    await Promise.all(Array.from({ length: WORKERS }, work));
} finally {
    await chromium.close();
    await sharedServer.close();
}
console.log('');
for (const { name, isProved, seconds } of ended)
    console.log(`${isProved ? 'ok    ' : 'FAILED'}  ${name.padEnd(10)}${seconds.padStart(8)} s`);
console.log(
    `${ended.filter(({ isProved }) => !isProved).length} of ${ended.length} proofs failed, ${secondsSince(began)} s`,
);
// Exit explicitly: a connection that a proof left open would keep the process alive.
process.exit(ended.every(({ isProved }) => isProved) ? 0 : 1);
