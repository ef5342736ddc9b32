// What the pages need beside the theme's own script: the search box of the first page, and a head with a button on blocks of code.
const KINDS = {
    console: 'Terminal',
    python: 'Python',
    pycon: 'Python',
    toml: 'TOML',
    sh: 'Shell',
    json: 'JSON',
    csv: 'CSV',
    text: 'Text',
};
const COPY = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M8 2h13v15h-3.4V5.4H8zM3 7.6h12.4V22H3z"/></svg>';

document.querySelectorAll('[data-search]').forEach((box) => {
    box.addEventListener('click', () => document.querySelector('.md-search__button').click());
});

/** The lines to type: without prompts and without what they print. */
function typed(code, kind) {
    const text = code.textContent.trimEnd();
    const prompt = { console: '$ ', pycon: '>>> ' }[kind];
    if (!prompt) return text;
    const lines = [];
    let isContinued = false;
    for (const line of text.split('\n')) {
        if (line.startsWith(prompt)) lines.push(line.slice(prompt.length));
        else if (isContinued) lines.push(line);
        isContinued = lines.at(-1)?.endsWith('\\') ?? false;
    }
    return lines.join('\n');
}

document.querySelectorAll('.highlight').forEach((block) => {
    const code = block.querySelector('pre > code');
    if (!code) return;
    const kind = [...block.classList].find((each) => each.startsWith('language-'))?.slice('language-'.length) ?? 'text';
    if (!block.querySelector('.filename')) {
        const head = document.createElement('span');
        head.className = 'gw-kind';
        head.textContent = KINDS[kind] ?? 'Text';
        block.prepend(head);
    }
    if (!navigator.clipboard) return;
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'gw-copy';
    button.innerHTML = `${COPY}<span>Copy</span>`;
    button.addEventListener('click', async () => {
        await navigator.clipboard.writeText(typed(code, kind));
        button.lastChild.textContent = 'Copied';
        setTimeout(() => {
            button.lastChild.textContent = 'Copy';
        }, 2000);
    });
    block.append(button);
});

// Examples that run in the page: Python is loaded on the first Run, and edits stay in the page.
(() => {
    const LONGEST_MS = 30_000;
    const STOP_AFTER_MS = 1_000;
    const RUN = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 2.6 21 12 5 21.4z"/></svg>';
    const WORKER = new URL('../cell/worker.mjs', document.currentScript.src).href;
    const MB = 1e6;
    if (!('Worker' in window && 'DecompressionStream' in window)) return;

    /** The worker of the page: one for all its examples, until it is stopped. */
    let worker = null;

    class Cell {
        #code;
        #out;
        #button;
        #told;
        #timers = [];
        #isBusy = false;
        #shown;

        constructor(place) {
            this.#code = place.querySelector('pre > code');
            this.#out = place.querySelector('.out');
            this.#shown = [...this.#out.childNodes];
            this.#code.contentEditable = 'true';
            this.#code.spellcheck = false;
            this.#code.setAttribute('role', 'textbox');
            this.#code.setAttribute('aria-multiline', 'true');
            this.#code.setAttribute('aria-label', 'Example, can be changed');
            const bar = document.createElement('div');
            bar.className = 'gw-run';
            this.#button = document.createElement('button');
            this.#button.type = 'button';
            this.#told = document.createElement('span');
            this.#told.setAttribute('role', 'status');
            bar.append(this.#button, this.#told);
            this.#out.before(bar);
            this.#label('Run');
            this.#tell('runs in your browser, nothing is sent');
            this.#button.addEventListener('click', () => (this.#isBusy ? this.#stop('stopped') : this.#run()));
        }

        #label(word) {
            this.#button.innerHTML = word === 'Run' ? `${RUN}<span>Run</span>` : `<span>${word}</span>`;
        }

        #tell(text) {
            this.#told.textContent = text;
        }

        #run() {
            this.#isBusy = true;
            this.#tell('');
            worker ??= new Worker(WORKER, { type: 'module' });
            worker.onmessage = ({ data }) => this.#hear(data);
            worker.onerror = () => this.#stop('Python could not be loaded. Check the network, then try again.');
            worker.postMessage(this.#code.innerText);
        }

        #hear(message) {
            if (message.type === 'progress') {
                const got = (message.got / MB).toFixed(1);
                this.#label(`${got} of ${(message.total / MB).toFixed(1)} MB`);
            } else if (message.type === 'running') {
                this.#label('Running');
                this.#timers = [
                    setTimeout(() => this.#label('Stop'), STOP_AFTER_MS),
                    setTimeout(() => this.#stop('stopped after 30 s'), LONGEST_MS),
                ];
            } else if (message.type === 'done') {
                this.#end(`finished in ${message.seconds.toFixed(1)} s`);
                this.#show(message.printed);
            } else {
                this.#end('failed');
                this.#show(message.problem);
            }
        }

        /** What the page says stays if it was printed: it may have more to say about it. */
        #show(text) {
            const told = this.#shown.map((each) => each.querySelector?.('code')).find(Boolean);
            if (told?.textContent.trim() === text) {
                this.#out.replaceChildren(...this.#shown);
                return;
            }
            const printed = document.createElement('pre');
            printed.className = 'gw-printed';
            printed.textContent = text;
            this.#out.replaceChildren(printed);
        }

        #stop(why) {
            worker?.terminate();
            worker = null;
            this.#end(why);
        }

        #end(text) {
            this.#timers.forEach(clearTimeout);
            this.#isBusy = false;
            this.#label('Run');
            this.#tell(text);
        }
    }

    document.querySelectorAll('.cell').forEach((place) => new Cell(place));
})();
