/** Sees whatever a page does that it should not do. */

export class Watch {
    runs = 0;
    dialogs = 0;
    /** The most elements at once that only a text can have made. */
    elements = 0;
    violations = [];
    errors = [];
    foreign = [];

    /** Watch a page from its first script on. */
    static async over(page, address) {
        const watch = new Watch();
        await page.exposeFunction('hostile', () => (watch.runs += 1));
        await page.exposeFunction('violated', (what) => watch.violations.push(what));
        await page.exposeFunction('strangers', (n) => (watch.elements = Math.max(watch.elements, n)));
        await page.addInitScript(look);
        page.on('dialog', (dialog) => {
            watch.dialogs += 1;
            void dialog.dismiss();
        });
        page.on('pageerror', (error) => watch.errors.push(error.message));
        page.on('console', (message) => message.type() === 'error' && watch.errors.push(message.text()));
        page.on(
            'request',
            (request) =>
                request.url().startsWith('http') &&
                !request.url().startsWith(address) &&
                watch.foreign.push(request.url()),
        );
        return watch;
    }
}

/** Runs in the page. Our pages have no handler in an attribute, no frame and no script without a source. */
function look() {
    document.addEventListener('securitypolicyviolation', (event) =>
        window.violated(`${event.violatedDirective}: ${event.sample || event.blockedURI}`),
    );
    const isStrange = (element) =>
        element.matches(
            'script:not([src]), iframe, object, embed, base, meta[http-equiv=refresh], a[href^="javascript:" i], a[href^="data:" i]',
        ) || [...element.attributes].some((attribute) => attribute.name.startsWith('on'));
    addEventListener('DOMContentLoaded', () => {
        const count = () => window.strangers([...document.querySelectorAll('*')].filter(isStrange).length);
        count();
        setInterval(count, 1000);
    });
}
