/** The name of a region in the reader's language; a board of the host's own has only the sheet's. */
import { tOr } from '../words';
import type { Scene } from './scene';

export function regionWords({ sheet }: Scene, region: number): string {
    const face = sheet.regions[region];
    const board = sheet.spec.board.replace('-recharged', '');
    return face ? tOr(`map.region.${board}.${face.id}`, face.name) : '';
}
