/** A player with a keyboard only: Tab moves the focus, Enter and arrows choose. */
import { FREE, Player } from './player.mjs';

const MAX_STOPS = 250;
/** Position of the focus relative to the target. */
const HERE = 0,
    BEFORE = 1,
    AFTER = 2;

/** Arrow key from the focus towards an element; empty once it is there. */
function arrowTowards(wanted) {
    if (wanted === document.activeElement) return '';
    const from = document.activeElement.getBoundingClientRect();
    const to = wanted.getBoundingClientRect();
    if (to.left >= from.right) return 'ArrowRight';
    if (to.right <= from.left) return 'ArrowLeft';
    return to.top < from.top ? 'ArrowUp' : 'ArrowDown';
}

export class KeyboardPlayer extends Player {
    means = 'keys';

    async key(name) {
        await this.page.keyboard.press(name);
        this.clicks += 1;
    }

    /** Tab forwards or back until the focus is on a part of the page; within a group with one stop the arrows move. */
    async reach(target) {
        const element = await target.elementHandle({ timeout: 60_000 });
        const isStop = await element.evaluate((wanted) => wanted.tabIndex >= 0);
        if (isStop) return this.tabTo(element, target);
        const stop = await element.evaluateHandle((wanted) =>
            wanted
                .closest('[role=group], [role=grid], [role=radiogroup], [role=listbox]')
                ?.querySelector('[tabindex="0"]'),
        );
        await this.tabTo(stop.asElement(), target);
        for (let step = 0; step < MAX_STOPS; step += 1) {
            const way = await element.evaluate(arrowTowards);
            if (way === '') return;
            await this.key(way);
        }
        throw new Error(`the arrows do not reach ${target}`);
    }

    async tabTo(element, target) {
        for (let stop = 0; stop < MAX_STOPS; stop += 1) {
            const focus = await element.evaluate(
                (wanted, [here, before, after]) => {
                    const now = document.activeElement;
                    if (now === wanted) return here;
                    if (!now || now === document.body) return before;
                    return now.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_PRECEDING ? after : before;
                },
                [HERE, BEFORE, AFTER],
            );
            if (focus === HERE) return;
            await this.key(focus === AFTER ? 'Shift+Tab' : 'Tab');
        }
        throw new Error(`Tab does not reach ${target}`);
    }

    async click(target) {
        await this.reach(target);
        await this.key('Enter');
    }

    /** Move the focus to a button of the bar. A question is confirmed by Space, since Enter does not mean yes there. */
    async approach(button) {
        await this.reach(button);
    }

    async pressOnce(name) {
        const isConfirming = await this.has(this.page.locator('.act.marked:not(.refused)'));
        if (!isConfirming) return super.pressOnce(name);
        await this.approach(this.button(name).first());
        await this.page.locator(FREE).waitFor();
        await this.key('Space');
    }

    async raise(stepper, times) {
        await this.reach(stepper.locator('[role=spinbutton]'));
        for (let each = 0; each < times; each += 1) await this.key('ArrowUp');
    }

    async lower(stepper, times) {
        await this.reach(stepper.locator('[role=spinbutton]'));
        for (let each = 0; each < times; each += 1) await this.key('ArrowDown');
    }

    async write(field, text) {
        await this.reach(field);
        await this.page.keyboard.press('Control+A');
        await this.page.keyboard.type(text);
    }

    async pick(list, value) {
        await this.reach(list);
        await this.key('Home');
        for (let each = 0; (await list.inputValue()) !== value; each += 1) {
            if (each > 20) throw new Error(`the arrows do not reach ${value}`);
            await this.key('ArrowDown');
        }
    }
}
