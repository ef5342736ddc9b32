/** Parts that are opened later bring their words with them. */
import { learn } from '.';

/** Fetch a part together with the words that it says, so that it is never drawn without them. */
export async function withWords<Part>(part: Promise<Part>, ...named: string[]): Promise<Part> {
    const [found] = await Promise.all([part, ...named.map(learn)]);
    return found;
}
