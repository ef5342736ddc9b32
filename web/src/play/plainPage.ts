/**
 * The page for a browser that cannot run the client, as HTML that needs no script of it. The build writes it into
 * `index.html`, hidden; `old.js` shows it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Words = Record<string, string>;

const WORDS = join(import.meta.dirname, '../words');
const LANGUAGES = ['en', 'de'];
/** Other ways to play, each with its hint. */
const WAYS: readonly [string, string][] = [
    ['old.update', 'old.update_hint'],
    ['old.server', 'old.server_hint'],
    ['old.install', 'old.install_hint'],
];

export function plainPage(): string {
    return LANGUAGES.map((language) => {
        const words = JSON.parse(readFileSync(join(WORDS, language, 'later/old.json'), 'utf8')) as Words;
        const say = (key: string): string => (words[key] ?? key).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        const ways = WAYS.map(([way, hint]) => `<li><b>${say(way)}</b><p>${say(hint)}</p></li>`).join('');
        return (
            `<main class="old" id="old-${language}" lang="${language}" hidden><h1>${say('old.title')}</h1>` +
            `<p>${say('old.why')}</p><ol>${ways}</ol>` +
            `<p>${say('old.missing')} <b data-missing></b>. ${say('old.untouched')}</p></main>`
        );
    }).join('\n');
}
