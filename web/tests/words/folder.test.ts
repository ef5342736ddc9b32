// @vitest-environment node
/** A language is one folder: with it the switch lists the language, translates the page, and falls back to English. */
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Component } from 'svelte';
import { createServer, type ViteDevServer } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { words } from '../../tools/words';
import { LANGUAGES, problemsOf, readLanguage } from '../languages';

const WEB = join(import.meta.dirname, '../..');
const english = LANGUAGES.find(({ id }) => id === 'en')!;

interface Client {
    words: typeof import('../../src/words');
    late: typeof import('../../src/words/late');
    languages: typeof import('../../src/words/languages');
    /** Rendered switches. */
    head: () => string;
    settings: () => string;
}

let folder: string;
let server: ViteDevServer;
let client: Client;

/** The client as it would be with one more folder. */
beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'gridwright-words-'));
    cpSync(join(WEB, 'src'), join(folder, 'src'), { recursive: true });
    cpSync(join(import.meta.dirname, 'tlh'), join(folder, 'src/words/tlh'), { recursive: true });
    symlinkSync(join(WEB, 'node_modules'), join(folder, 'node_modules'));
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => kept.set(key, value),
    });
    vi.stubGlobal('document', { documentElement: { dataset: {} } });
    vi.stubGlobal('navigator', { language: 'en-GB' });
    vi.stubGlobal('location', { pathname: '/' });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }));
    server = await createServer({
        root: folder,
        configFile: false,
        logLevel: 'error',
        plugins: [svelte(), words(join(folder, 'src/words'))],
        server: { middlewareMode: true, watch: null, ws: false },
        optimizeDeps: { noDiscovery: true },
    });
    const load = (path: string): Promise<Record<string, unknown>> => server.ssrLoadModule(path);
    const { render } = (await load('svelte/server')) as unknown as typeof import('svelte/server');
    const draw = async (path: string): Promise<() => string> => {
        const part = (await load(path))['default'] as Component<Record<string, unknown>>;
        return () => render(part, { props: { onclose: () => undefined } }).body;
    };
    client = {
        words: (await load('/src/words/index.ts')) as Client['words'],
        late: (await load('/src/words/late.ts')) as Client['late'],
        languages: (await load('/src/words/languages.ts')) as unknown as Client['languages'],
        head: await draw('/src/people/Header.svelte'),
        settings: await draw('/src/desk/SettingsDialog.svelte'),
    };
    await client.words.startWords();
});

afterAll(async () => {
    await server?.close();
    rmSync(folder, { recursive: true, force: true });
    vi.unstubAllGlobals();
});

test('the folder is in order, as far as it goes', () => {
    const language = readLanguage('tlh', import.meta.dirname);
    expect(problemsOf(language, english)).toEqual([]);
    expect(problemsOf({ ...language, about: { ...language.about, whole: true } }, english)).not.toEqual([]);
});

test('the switches name it', async () => {
    expect(client.languages.LANGUAGES.map(({ id }) => id)).toEqual(
        [...LANGUAGES.map(({ id }) => id), 'tlh'].sort(
            (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
        ),
    );
    await client.late.withWords(Promise.resolve(), 'settings');
    expect(client.settings()).toContain('tlhIngan Hol');
    // The header names the language after the one that is spoken.
    const place = client.languages.LANGUAGES.findIndex(({ id }) => id === 'tlh');
    await client.words.speak(client.languages.LANGUAGES[place - 1]!.id);
    expect(client.head()).toMatch(/lang="tlh"[^>]*>tlhIngan Hol/);
});

test('it is spoken, and English says what it lacks', async () => {
    await client.words.speak('tlh');
    expect(document.documentElement.lang).toBe('tlh');
    expect(client.head()).toContain('QujmeH');
    expect(client.words.t('nav.new')).toBe(english.words['nav.new']);
    expect(client.words.t('settings.title')).toBe('DuHmey');
    expect(client.words.t('settings.sound')).toBe(english.words['settings.sound']);
    // A part without any words of its own.
    await client.late.withWords(Promise.resolve(), 'rules');
    expect(client.words.t('rules.help')).toBe(english.words['rules.help']);
    expect(client.words.has('rules.nothing')).toBe(false);
});

test('a reader gets the language that fits best', () => {
    const { languageFor } = client.languages;
    expect(['de-AT', 'tlh', 'en-GB', 'xx', ''].map((tag) => languageFor(tag).id)).toEqual([
        'de',
        'tlh',
        'en',
        'en',
        'en',
    ]);
});
