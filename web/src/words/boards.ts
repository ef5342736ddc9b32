/** Words of single boards: they lie in the folder of the board, with all else that belongs to it. */
import type { Words } from './sentence';

const found = import.meta.glob<Words>('../../../src/gridwright/content/*/boards/*/words.*.json', { import: 'default' });

/** The words that boards have in a language. */
export async function boardWords(language: string): Promise<Words[]> {
    const own = Object.entries(found).filter(([path]) => path.endsWith(`/words.${language}.json`));
    return Promise.all(own.map(([, load]) => load()));
}
