/**
 * Accounts: sign up, sign in by password and by passkey, take guests' seats along, play without a ticket on another
 * device, end sessions, erase. Chromium's virtual authenticator replaces a device.
 *
 *     npm run e2e:people
 */
import assert from 'node:assert/strict';

import { openBrowser } from './browser.mjs';
import { Player } from './player.mjs';
import { openServer } from './server.mjs';

const PASSWORD = 'correct horse battery';
const OTHER = 'staple the grid twice';
const server = await openServer();
// Passkeys belong to a host name, never to a number.
const address = server.address.replace('127.0.0.1', 'localhost');
const browser = await openBrowser();
const problems = [];

async function visit(path = '/') {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' });
    const page = await context.newPage();
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(address + path);
    return page;
}

/** Add a virtual authenticator whose user verification always succeeds. */
async function withAuthenticator(page) {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
        options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
        },
    });
}

const press = (page, name) => page.click(`[data-do="${name}"]`);
const fill = (page, name, text) => page.fill(`[data-field="${name}"]`, text);
const alert = async (page) => (await page.locator('[role=alert]').first().innerText({ timeout: 15_000 })).trim();
const account = (page, name) => page.locator('header .who', { hasText: name }).waitFor({ timeout: 20_000 });

async function signIn(page, name, password) {
    await page.goto(`${address}/signin`);
    await fill(page, 'name', name);
    await fill(page, 'password', password);
    await press(page, 'sign-in');
}

try {
    const page = await visit();
    await withAuthenticator(page);
    await press(page, 'start');
    await page.locator('.act.turn').waitFor({ timeout: 30_000 });
    const table = new URL(page.url()).pathname;
    console.log('a guest plays without an account');

    await page.goto(address);
    await page.locator('a[data-do="account"]').click();
    await page.locator('[data-screen="signin"]').waitFor();
    await page.locator('a[href="/signup"]').click();
    await fill(page, 'name', 'Ada Grid');
    await fill(page, 'password', 'password');
    await press(page, 'sign-up');
    assert.match(await alert(page), /password is too common/);
    await fill(page, 'password', PASSWORD);
    await page.check('[data-field="passkey"]');
    assert.ok(await page.locator('[data-field="claim"]').isChecked());
    await press(page, 'sign-up');
    await account(page, 'Ada Grid');
    await page.waitForURL((url) => url.pathname === '/');
    assert.equal(
        await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('ticket')).length),
        0,
    );
    console.log('an account with a passkey is made, and the seat went along');

    await page.goto(address + table);
    await page.locator('.act.turn').waitFor({ timeout: 30_000 });
    const player = new Player(page);
    await player.turn(async () => {});
    assert.deepEqual(player.refusals, []);
    console.log('the same table continues with the account');

    const second = await visit('/signup');
    await fill(second, 'name', 'ada  grid');
    await fill(second, 'password', OTHER);
    await press(second, 'sign-up');
    assert.match(await alert(second), /That name is taken/);
    await signIn(second, 'Ada Grid', OTHER);
    assert.match(await alert(second), /do not match/);
    await signIn(second, 'Ada Grid', PASSWORD);
    await account(second, 'Ada Grid');
    await second.goto(`${address}/me`);
    await second.locator(`a[href="${table}"]`).click();
    await second.locator('.desk').waitFor({ timeout: 30_000 });
    await second.locator('.act.turn').waitFor({ timeout: 30_000 });
    console.log('another device finds the table and the seat');

    await page.goto(`${address}/me`);
    await press(page, 'end-session');
    await page.getByText('That session has ended.').waitFor();
    await second.locator('.act.turn').waitFor({ state: 'detached', timeout: 20_000 });
    console.log('a session that is ended elsewhere leaves the seat');

    await fill(page, 'old-password', OTHER);
    await fill(page, 'new-password', OTHER);
    await press(page, 'change-password');
    assert.match(await alert(page), /not your password/);
    await fill(page, 'old-password', PASSWORD);
    await press(page, 'change-password');
    await page.getByText('The password is changed.').waitFor();
    await fill(page, 'new-name', 'Ada of the Grid');
    await press(page, 'rename');
    await account(page, 'Ada of the Grid');

    await press(page, 'add-key');
    await fill(page, 'key-password', OTHER);
    await press(page, 'make-key');
    assert.match(await alert(page), /has a passkey for the account already/);
    await press(page, 'sign-out');
    await page.locator('a[data-do="account"]', { hasText: 'Sign in' }).click();
    await press(page, 'passkey');
    await account(page, 'Ada of the Grid');
    console.log('name and password change, and the passkey opens the account');

    const guesser = await visit('/signin');
    for (let guess = 0; guess < 21; guess += 1) {
        const status = await guesser.evaluate(
            async ([name, password]) =>
                (
                    await fetch('/api/sessions', {
                        method: 'POST',
                        headers: { 'content-type': 'application/json' },
                        body: JSON.stringify({ name, password }),
                    })
                ).status,
            ['Ada of the Grid', `guess ${guess} of many`],
        );
        if (status === 429) break;
    }
    await signIn(guesser, 'Ada of the Grid', OTHER);
    assert.match(await alert(guesser), /Too many tries\. Wait \d+ minutes?,/);
    console.log('too many guesses are refused in words');

    await signIn(page, 'Unknown', OTHER);
    await page.goto(`${address}/me`);
    await page.locator('[data-do="end-all"]').click();
    await page.locator('a[data-do="account"]', { hasText: 'Sign in' }).waitFor();
    await page.goto(`${address}/me`);
    await page.locator('main a[href="/signin"]').first().waitFor();
    console.log('signed out everywhere');

    const leaver = await visit('/signup');
    await fill(leaver, 'name', 'Short Stay');
    await fill(leaver, 'password', PASSWORD);
    await press(leaver, 'sign-up');
    await account(leaver, 'Short Stay');
    await leaver.goto(`${address}/me`);
    await press(leaver, 'erase');
    await fill(leaver, 'erase-password', OTHER);
    await press(leaver, 'erase-now');
    assert.match(await alert(leaver), /not your password/);
    await fill(leaver, 'erase-password', PASSWORD);
    await press(leaver, 'erase-now');
    await leaver.locator('a[data-do="account"]', { hasText: 'Sign in' }).waitFor();
    await signIn(leaver, 'Short Stay', PASSWORD);
    assert.match(await alert(leaver), /do not match/);
    console.log('an account is erased after a question');

    const host = await visit('/signup');
    await fill(host, 'name', 'Marie Host');
    await fill(host, 'password', PASSWORD);
    await press(host, 'sign-up');
    await account(host, 'Marie Host');
    await server.administer('host', 'Marie Host');
    const made = await host.evaluate(async () => {
        const make = async (listed) => {
            const spec = { edition: 'classic', preset: 'original', board: 'usa', seats: 3 };
            const headers = { 'content-type': 'application/json' };
            const body = JSON.stringify({ spec, listed });
            return (await (await fetch('/api/tables', { method: 'POST', headers, body })).json()).game_id;
        };
        return { listed: await make(true), hidden: await make(false) };
    });
    await host.goto(`${address}/host`);
    await host.check('input[name="registration"][value="invited"]');
    await press(host, 'keep-club');
    await host.locator('[data-do="keep-club"]:disabled').waitFor();
    await host.goto(address);
    await host.locator('[data-do="start"]').waitFor();

    const guest = await visit();
    const members = () => guest.locator('[data-part="members"]').waitFor({ timeout: 20_000 });
    const offered = (...names) => guest.locator(names.map((name) => `[data-do="${name}"]`).join()).count();
    await members();
    assert.equal(await offered('start', 'share', 'learn', 'device'), 0);
    assert.doesNotMatch(await guest.locator('main').first().innerText(), /No account/);
    await guest.goto(`${address}/new`);
    await members();
    assert.equal(await offered('make'), 0);
    await guest.goto(`${address}/lobby`);
    await guest.locator(`a[href="/t/${made.listed}"]`, { hasText: 'Watch' }).waitFor({ timeout: 20_000 });
    await guest.goto(`${address}/t/${made.listed}`);
    await members();
    assert.equal(await offered('sit-down', 'sit-0', 'sit-1', 'sit-2'), 0);
    assert.doesNotMatch(await guest.locator('.inv').innerText(), /No account/);
    console.log('a guest of a club for members is shown nothing that only members may do');

    await guest.goto(`${address}/t/${made.hidden}`);
    await guest.locator('[data-do="sit-down"]').waitFor({ timeout: 20_000 });
    assert.match(await guest.locator('.inv').innerText(), /No account/);
    await fill(guest, 'name', '\u202e');
    await press(guest, 'sit-down');
    assert.equal(await alert(guest), 'Write a name of 1 to 32 characters, with visible letters only.');
    await guest.locator('button.lang', { hasText: 'Deutsch' }).click();
    await press(guest, 'sit-down');
    const german = 'Schreib einen Namen mit 1 bis 32 Zeichen, nur mit sichtbaren Buchstaben.';
    await guest.locator('[role=alert]', { hasText: german }).waitFor({ timeout: 20_000 });
    console.log('a refused name is explained in both languages');
    assert.deepEqual(problems, []);
} finally {
    await browser.close();
    await server.close();
}
