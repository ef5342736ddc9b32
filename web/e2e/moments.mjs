/**
 * What a player may have open at a turn, for pictures: by the kind of turn, the steps that lead there.
 *
 * - `press` is a key; `cities` how many of the panel's list are planned; `unseen` loads the page again as if that share of the game had
 *   not been seen there yet; `wait` is for a selector.
 * - `ready` must be seen before the picture.
 * - `isWide` steps need the panel of a wide window, also for the picture of a phone.
 */
export const MOMENTS = {
    buy: [{ name: 'one-run', steps: [{ press: 'f' }], ready: '.bar .btn.primary' }],
    connect: [
        { name: 'plan', isWide: true, steps: [{ cities: 2 }], ready: '.bar .btn.primary' },
        {
            name: 'hint',
            steps: [{ press: 'h' }, { wait: '[data-hint="area"]' }, { press: 'h' }],
            ready: '[data-hint="decision"]',
        },
        { name: 'opponent', steps: [{ press: '1' }], ready: '[data-looked]' },
        { name: 'aid', steps: [{ press: 'a' }], ready: 'dialog[open]' },
        { name: 'digest', steps: [{ unseen: 0.5 }], ready: '.panel.away' },
    ],
};

/** Do one step of a moment. */
async function take(page, step) {
    if (step.press) await page.keyboard.press(step.press);
    else if (step.wait) await page.locator(step.wait).first().waitFor();
    else if (step.cities)
        for (let city = 0; city < step.cities; city += 1)
            await page.locator('.sites button[aria-pressed="false"]').first().click();
    else if (step.unseen) {
        await page.evaluate((unseen) => {
            const kept = JSON.parse(localStorage.getItem('gridwright.seen') ?? '{}');
            const fewer = Object.entries(kept).map(([table, seen]) => [table, Math.round(seen * (1 - unseen))]);
            // Whatever the page keeps while it goes would be newer.
            addEventListener('pagehide', () =>
                localStorage.setItem('gridwright.seen', JSON.stringify(Object.fromEntries(fewer))),
            );
        }, step.unseen);
        await page.reload();
    }
}

/** Bring a page to a moment; it must show the turn. */
export async function arrive(page, { steps, ready }) {
    for (const step of steps) await take(page, step);
    await page.locator(ready).first().waitFor({ timeout: 30_000 });
}

/** Back to the bare turn. */
export async function leave(page) {
    for (let layer = 0; layer < 3; layer += 1) await page.keyboard.press('Escape');
    await page.reload();
}
