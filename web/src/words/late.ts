/** Loads parts together with their words. */
import { learn } from '.';

/** Load a part together with its words, so that it is never rendered without them. */
export async function withWords<Part>(part: Promise<Part>, ...named: string[]): Promise<Part> {
    const [found] = await Promise.all([part, ...named.map(learn)]);
    return found;
}
