/** Where the parts of each edition are. Those of a board come with the table, others where they are played. */
import { BOARD_PARTS } from '../board/parts';
import type { Edition } from '../game/edition';
import type { EditionParts } from '../table/parts';
import { withWords } from '../words/late';

type Found = EditionParts | (() => Promise<EditionParts>);

const PARTS: Record<Edition['parts'], Found> = {
    board: BOARD_PARTS,
    card: async () => (await withWords(import('../card/parts'), 'card')).PARTS,
};

/** The parts of an edition, or how to load them. */
export const partsOf = ({ parts }: Edition): Found => PARTS[parts];
