/** From the first page to the table, by mouse, keyboard or touch. */

/** Make a table with these options as its host at the first seat; returns once its room is shown. */
export async function makeTable(player, address, { edition, preset, board, seats, regions }) {
    const { page } = player;
    await page.goto(`${address}/new`);
    await page.locator('[data-do="make"]:not(:disabled)').waitFor();
    const editions = page.locator('[role=radiogroup]').first().locator('[role=radio]');
    await player.click(
        page
            .locator(`[data-edition="${edition}"]`)
            .or(editions.nth(['classic', 'deluxe', 'card'].indexOf(edition)))
            .first(),
    );
    const rules = page.locator(`[data-option="preset"] [data-value="${preset}"]`);
    if (preset && (await player.has(rules))) await player.click(rules);
    if (board && board !== 'none') await chooseBoard(player, board);
    const stepper = page.locator('.stepper').first();
    const now = Number(await stepper.locator('[role=spinbutton]').getAttribute('aria-valuenow'));
    if (seats < now) await player.lower(stepper, now - seats);
    else await player.raise(stepper, seats - now);
    if (regions === 'draft')
        await player.click(page.getByRole('radiogroup', { name: 'Regions' }).getByRole('radio').nth(1));
    await player.write(page.locator('[data-field="own-name"]'), player.name);
    await player.click(page.locator('[data-do="make"]'));
    await page.locator('[data-do="ready"]').waitFor();
}

/** Choose a board among all pictures; the first ones are shown without opening the list. */
async function chooseBoard(player, board) {
    const picture = player.page.locator(`[data-board="${board}"]`);
    if (!(await player.has(picture))) await player.click(player.page.locator('[data-do="all-boards"]'));
    if ((await picture.getAttribute('aria-checked')) !== 'true') await player.click(picture);
}

/** Take a seat in the room that is shown, under the player's name. */
export async function sitDown(player, seat) {
    const { page } = player;
    await player.write(page.locator('[data-field="name"]'), player.name);
    await player.click(page.locator(`[data-do="sit-${seat}"]:not(:disabled)`));
    await page.locator('[data-do="ready"]').waitFor();
}

export async function inviteBots(player, first, seats) {
    for (let seat = first; seat < seats; seat += 1) {
        const button = player.page.locator(`[data-do="bot-${seat}"]`);
        await player.click(button);
        await button.waitFor({ state: 'detached' });
    }
}

export async function getReady(player) {
    await player.click(player.page.locator('[data-do="ready"]:not(:disabled)'));
}

export const atTable = (page) => page.locator('.desk').waitFor({ timeout: 30_000 });

/** A person at a table of bots; the game has begun. */
export async function startAgainstBots(player, address, game) {
    await makeTable(player, address, game);
    await inviteBots(player, 1, game.seats);
    await getReady(player);
    await atTable(player.page);
}
