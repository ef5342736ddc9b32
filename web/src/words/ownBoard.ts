/** A host's own boards: the server has their drawings and words, under the digest of their data. */
import { transport } from '../transport';
import type { Words } from './sentence';

export interface OwnBoard {
    /** The drawing, in the format of other boards; parsed by the map. */
    readonly drawing: unknown;
    /** By language. */
    readonly words: Readonly<Record<string, Words>>;
}

const asked = new Map<string, Promise<OwnBoard>>();

/** A board of the host, requested once; after a failure it can be requested again. */
export function ownBoard(content: string): Promise<OwnBoard> {
    const known = asked.get(content);
    if (known) return known;
    const asking = ask(content);
    asked.set(content, asking);
    asking.catch(() => asked.delete(content));
    return asking;
}

async function ask(content: string): Promise<OwnBoard> {
    const answer = await transport().send(`/api/boards/${encodeURIComponent(content)}`, {});
    if (!answer.ok) throw new Error(`expected a board; came ${String(answer.status)}`);
    return (await answer.json()) as OwnBoard;
}
