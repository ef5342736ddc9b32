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
