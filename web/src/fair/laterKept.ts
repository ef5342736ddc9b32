/** Receipts of a table, loaded when there is something to keep. */
import { later } from '../offline/later';

export const laterKept = later(() => import('./kept'));
