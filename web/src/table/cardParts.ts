/** What the card game brings of its own. */
import { withWords } from '../words/late';

export type CardParts = typeof import('../card/parts');

export const loadCardParts = (): Promise<CardParts> => withWords(import('../card/parts'), 'card');
