/** Checks of a page: hidden errors, and agreement with the server. */
import assert from 'node:assert/strict';

/** A stale order is answered by 409 and sent again, a refused one by 422: the browser calls both errors. */
const EXPECTED = /status of 4(09|22)/;
/** Console messages of a browser while no server answers. */
const OUTAGE = /net::ERR_|WebSocket connection to|status of 50[234]/;
const TIMEOUT_MS = 30_000;

/** Record console errors, script errors and CSP violations of every page of a context. */
export async function watch(context, problems, { outages = false } = {}) {
    await context.addInitScript(() => {
        document.addEventListener('securitypolicyviolation', (event) => {
            console.error(`CSP: ${event.effectiveDirective} ${event.blockedURI}`);
        });
    });
    context.on('weberror', (error) => problems.push(String(error.error())));
    context.on('console', (message) => {
        const text = message.text();
        if (message.type() !== 'error' || EXPECTED.test(text) || (outages && OUTAGE.test(text))) return;
        problems.push(`${text} ${message.location().url}`);
    });
}

/** The ticket and the table of a page. */
export function keyOf(page) {
    return page.evaluate(() => {
        const gameId = /\/t\/([A-Za-z0-9_-]+)/.exec(location.pathname)?.[1] ?? '';
        const kept = JSON.parse(localStorage.getItem(`gridwright.ticket.${gameId}`) ?? '{}');
        return { gameId, ticket: kept.ticket ?? '' };
    });
}

export async function ask(address, { gameId, ticket }, path = '') {
    const headers = ticket ? { authorization: `Bearer ${ticket}` } : {};
    const answer = await fetch(`${address}/api/tables/${gameId}${path}`, { headers });
    assert.equal(answer.status, 200, `${path}: ${answer.status}`);
    return answer.json();
}

/** Every entry of a table's log, as its seat may read it. */
export async function entries(address, key) {
    return (await ask(address, key, '/entries?since=0')).missing.map(({ version, events }) => ({ version, events }));
}

/** Wait until the page's view equals the server's view for its seat; returns the observation. */
export async function agree(page, address) {
    const key = await keyOf(page);
    const until = Date.now() + TIMEOUT_MS;
    for (;;) {
        const { table } = await ask(address, key);
        const known = await page.evaluate(() => JSON.parse(JSON.stringify(globalThis.gridwright.view)));
        if (known?.version === table.version) {
            assert.deepEqual(known, table);
            return known.observation;
        }
        assert.ok(Date.now() < until, `the page stays at version ${known?.version}, the server has ${table.version}`);
        await new Promise((done) => setTimeout(done, 100));
    }
}

/** Fail unless the end screen lists all players, the winner first. The page may call its own seat "you". */
export async function ranked(page, { ranking, viewer }) {
    const names = await page.evaluate(() => globalThis.gridwright.view.seats.map(({ name }) => name));
    const lines = await page.locator('[data-screen="end"] ol').first().locator('li').allInnerTexts();
    assert.ok(
        names.length >= 2 && lines.length >= names.length,
        `expected ${names.length} places on the end screen, got ${lines.length}`,
    );
    // The longest name in the line: that of the second of two bots begins with that of the first.
    const namedIn = (line) => {
        const there = names.filter((name, seat) => seat !== viewer && line.includes(name));
        return names.indexOf(there.toSorted((one, other) => other.length - one.length)[0]);
    };
    for (const [seat, name] of names.entries()) {
        assert.ok(
            seat === viewer || lines.some((line) => namedIn(line) === seat),
            `${name} is missing on the end screen`,
        );
    }
    const winner = ranking.indexOf(Math.min(...ranking.slice(0, names.length)));
    assert.equal(
        namedIn(lines[0]),
        winner === viewer ? -1 : winner,
        `expected ${names[winner]} first, got ${lines[0]}`,
    );
}
