/** Words of parts that are opened later, if at all: they come with their part. */
import { type LateWords, learn } from '.';
import type { Words } from './sentence';

const files = import.meta.glob<{ default: Words }>('../{card,end,fair,hotseat,lobby,rules,screens,settings}/words.{en,de}.json');

const known = new Map<string, LateWords>();

function wordsOf(part: string): LateWords {
    const load = (language: string) => () => {
        const file = files[`../${part}/words.${language}.json`];
        if (!file) throw new Error(`expected words of ${part} in ${language}`);
        return file();
    };
    const found = known.get(part) ?? { en: load('en'), de: load('de') };
    known.set(part, found);
    return found;
}

/** Fetch a part together with the words that it says, so that it is never drawn without them. */
export async function withWords<Part>(part: Promise<Part>, ...folders: string[]): Promise<Part> {
    const [found] = await Promise.all([part, ...folders.map((folder) => learn(wordsOf(folder)))]);
    return found;
}
