/// <reference types="node" />
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig, type ViteUserConfig, type ViteUserConfigFnObject } from 'vitest/config';

import { plainPage } from './src/play/plainPage.ts';
import { FIRST, together } from './tools/chunks.ts';
import { LICENCES, licences } from './tools/licences.ts';
import { words } from './tools/words.ts';

/** The server that the development page talks to; see docs/guide/web.md. */
const server = process.env['GRIDWRIGHT_SERVER'] ?? 'http://127.0.0.1:8600';
const WORKER = 'sw.js';
const GLIDE = join(import.meta.dirname, 'src/map/glide.ts');
const PUBLIC = join(import.meta.dirname, 'public');
/** Left out of the worker's list: itself, the page, which it knows, and the licences, which are not needed offline. */
const NOT_KEPT = [WORKER, 'index.html', LICENCES];

/** Writes the list of built files into the service worker; each build has its own name. */
function shell(): Plugin {
    return {
        name: 'gridwright-shell',
        apply: 'build',
        generateBundle: {
            order: 'post',
            handler(_options, bundle) {
                const worker = bundle[WORKER];
                if (worker?.type !== 'chunk') throw new Error(`expected ${WORKER} in the build`);
                const own = readdirSync(PUBLIC);
                const built = Object.keys(bundle).filter((name) => !NOT_KEPT.includes(name));
                const files = [...built, ...own].sort().map((name) => `/${name}`);
                const hash = createHash('sha256').update(worker.code).update(files.join());
                for (const name of own) hash.update(readFileSync(join(PUBLIC, name)));
                const page = bundle['index.html'];
                if (page?.type === 'asset') hash.update(page.source);
                const list = JSON.stringify({ build: hash.digest('hex').slice(0, 12), files });
                worker.code = worker.code.replace('__SHELL__', list);
            },
        },
    };
}

/** Scripts of every table. All other files are sent with gzip, a tenth larger: here they would be in the wheel twice. */
const ON_THE_WAY = new RegExp(`^assets/${FIRST}.*\\.js$`);

/** Adds a Brotli copy of these scripts; the server sends it to browsers that accept it. */
function packed(): Plugin {
    return {
        name: 'gridwright-packed',
        apply: 'build',
        generateBundle: {
            order: 'post',
            handler(_options, bundle) {
                for (const [name, file] of Object.entries(bundle)) {
                    if (file.type !== 'chunk' || !ON_THE_WAY.test(name)) continue;
                    this.emitFile({ type: 'asset', fileName: `${name}.br`, source: brotliCompressSync(file.code) });
                }
            },
        },
    };
}

const OLD = 'old.js';

/** Adds the page of an old browser, and the script that shows it, which is no module. */
function plain(): Plugin {
    return {
        name: 'gridwright-plain',
        transformIndexHtml: (page) => page.replace('<!-- the page of an old browser -->', plainPage()),
        generateBundle() {
            const source = readFileSync(join(import.meta.dirname, 'src/play', OLD), 'utf8');
            this.emitFile({ type: 'asset', fileName: OLD, source });
        },
    };
}

/** The page without a server (`make play`): static files for any folder of any host. */
const STATIC: ViteUserConfig = {
    root: join(import.meta.dirname, 'src/play'),
    base: './',
    publicDir: PUBLIC,
    plugins: [svelte({ configFile: join(import.meta.dirname, 'svelte.config.js') }), words(), licences(), plain()],
    build: {
        outDir: join(import.meta.dirname, '../build/play'),
        emptyOutDir: true,
        license: { fileName: LICENCES },
        assetsInlineLimit: 0,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
            input: {
                index: join(import.meta.dirname, 'src/play/index.html'),
                sw: join(import.meta.dirname, 'src/play/sw.ts'),
            },
            // The service worker always has the same name, so that browsers find it.
            output: { entryFileNames: (chunk) => (chunk.name === 'sw' ? WORKER : 'assets/[name]-[hash].js') },
        },
    },
    worker: { format: 'es' },
};

const SERVED: ViteUserConfigFnObject = ({ mode }) => ({
    // What is packed is what the shell has written into its worker.
    plugins: [svelte(), words(), licences(), shell(), packed()],
    build: {
        outDir: '../src/gridwright/server/page/built',
        emptyOutDir: true,
        license: { fileName: LICENCES },
        // Small files inside others would need exceptions in the Content-Security-Policy.
        assetsInlineLimit: 0,
        target: 'es2022',
        modulePreload: { polyfill: false },
        rolldownOptions: {
            input: { index: 'index.html', sw: 'src/offline/sw.ts' },
            // The worker always has the same name, so that browsers find it.
            output: {
                entryFileNames: (chunk) => (chunk.name === 'sw' ? WORKER : 'assets/[name]-[hash].js'),
                codeSplitting: { groups: [{ name: together() }], includeDependenciesRecursively: false },
            },
        },
    },
    // Boards have words of their own in the folder of their content; the gallery shows them.
    server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true, changeOrigin: false } } },
    resolve: {
        ...(mode === 'test' ? { conditions: ['browser'] } : {}),
        // All functions of them that d3-zoom needs.
        alias: { 'd3-transition': GLIDE, 'd3-interpolate': GLIDE },
    },
    test: {
        // A document costs a second: tests that need one say so in their first line.
        environment: 'node',
        include: ['tests/**/*.test.ts'],
        // Modules and the document are loaded once per worker, not per file; `tests/setup.ts` cleans up between files.
        pool: 'threads',
        isolate: false,
        setupFiles: ['tests/setup.ts'],
        testTimeout: 30_000,
        hookTimeout: 30_000,
    },
});

export default defineConfig((env) => (env.mode === 'play' ? { ...SERVED(env), ...STATIC } : SERVED(env)));
