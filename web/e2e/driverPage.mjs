/** The part of Playwright's page that players use, over WebDriver. */
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 60_000;
const POLL_MS = 50;
const RESIZE_MS = 500;

/** Runs in the page: the elements of a locator, `[[selector, place], …]` in alternatives; a place of -1 is the last. */
function elementsOf(alternatives) {
    const found = new Set();
    for (const steps of alternatives) {
        let roots = [document];
        for (const [selector, place] of steps) {
            const all = roots.flatMap((root) => [...root.querySelectorAll(selector)]);
            roots = place === null ? all : [all.at(place)].filter(Boolean);
        }
        for (const element of roots) found.add(element);
    }
    return [...found].sort((one, other) => (one.compareDocumentPosition(other) & 4 ? -1 : 1));
}

/** Runs in the page: is there something to see? */
function isVisible(element) {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && getComputedStyle(element).visibility !== 'hidden';
}

/** Runs in the page: the middle of an element that a pointer can reach, or the reason why not. */
function target(element) {
    if (!element) return { reason: 'not there' };
    element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
    if (element.disabled) return { reason: 'disabled' };
    const hit = document.elementFromPoint(x, y);
    if (!hit || !(element.contains(hit) || hit.contains(element)))
        return { reason: `covered by ${hit?.outerHTML.slice(0, 80)}` };
    return { x, y };
}

const SHARED = [elementsOf, isVisible, target].join('\n');

class DriverLocator {
    constructor(page, alternatives) {
        Object.assign(this, { page, alternatives });
    }

    /** Evaluate code with the elements as `all`. */
    #read(code) {
        return this.page.run(`${SHARED}\nconst all = elementsOf(arguments[0]);\n${code}`, [this.alternatives]);
    }

    #placed(place) {
        return new DriverLocator(
            this.page,
            this.alternatives.map((steps) => [...steps.slice(0, -1), [steps.at(-1)[0], place]]),
        );
    }

    first() {
        return this.#placed(0);
    }

    last() {
        return this.#placed(-1);
    }

    nth(place) {
        return this.#placed(place);
    }

    locator(selector) {
        return new DriverLocator(
            this.page,
            this.alternatives.map((steps) => [...steps, [selector, null]]),
        );
    }

    or(other) {
        return new DriverLocator(this.page, [...this.alternatives, ...other.alternatives]);
    }

    count() {
        return this.#read('return all.length;');
    }

    getAttribute(name) {
        return this.#read(`return all[0]?.getAttribute(${JSON.stringify(name)}) ?? null;`);
    }

    innerText() {
        return this.#read('return all[0]?.innerText ?? "";');
    }

    isEnabled() {
        return this.#read('return all.length > 0 && !all[0].disabled;');
    }

    async waitFor({ timeout = TIMEOUT_MS } = {}) {
        await this.#until('return all.some(isVisible);', timeout);
    }

    /** Click by the pointer once the element can be reached. */
    async click({ timeout = TIMEOUT_MS } = {}) {
        const { x, y } = await this.#until('const found = target(all[0]); return found;', timeout);
        await this.page.click(x, y);
    }

    async #until(code, timeout) {
        const end = Date.now() + timeout;
        for (;;) {
            const found = await this.#read(code);
            if (found && !found.reason) return found;
            if (Date.now() > end)
                throw new Error(`${JSON.stringify(this.alternatives)}: ${found?.reason ?? 'not visible'}`);
            await pause(POLL_MS);
        }
    }
}

export class DriverPage {
    #driver;

    constructor(driver) {
        this.#driver = driver;
    }

    run(script, args = []) {
        return this.#driver.send('ExecuteScript', { script, args });
    }

    goto(url) {
        return this.#driver.send('Navigate', { url });
    }

    /** Size the page; a window has a frame around it. */
    async setViewportSize({ width, height }) {
        await this.#driver.send('SetWindowRect', { width, height });
        await pause(RESIZE_MS);
        const inner = await this.run('return [innerWidth, innerHeight];');
        await this.#driver.send('SetWindowRect', { width: 2 * width - inner[0], height: 2 * height - inner[1] });
        await pause(RESIZE_MS);
        const found = await this.run('return [innerWidth, innerHeight];');
        if (found[0] !== width) throw new Error(`expected a page ${width} wide, got ${found[0]}`);
    }

    locator(selector) {
        return new DriverLocator(this, [[[selector, null]]]);
    }

    evaluate(task, arg) {
        return this.run(`return (${task})(arguments[0]);`, [arg ?? null]);
    }

    async waitForFunction(task, arg, { timeout = TIMEOUT_MS } = {}) {
        const end = Date.now() + timeout;
        while (!(await this.evaluate(task, arg))) {
            if (Date.now() > end) throw new Error(`not within ${timeout} ms: ${task}`);
            await pause(POLL_MS);
        }
    }

    async click(x, y) {
        const actions = [
            { type: 'pointerMove', duration: 0, x, y },
            { type: 'pointerDown', button: 0 },
            { type: 'pointerUp', button: 0 },
        ];
        const pointer = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
        await this.#driver.send('PerformActions', { actions: [pointer] });
    }

    async screenshot({ path }) {
        writeFileSync(path, Buffer.from(await this.#driver.send('TakeScreenshot', { full: false }), 'base64'));
    }
}
