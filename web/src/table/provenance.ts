/** How many plants of a table are from print, in words. */
import type { PlantFace } from '../protocol/api';
import { t } from '../words';

/** "Figures partly rebuilt: 3 of 42 plants from print"; empty if no plant is rebuilt. */
export function provenanceLine(plants: number, rebuilt: number): string {
    return rebuilt > 0 ? t('rebuilt.line', { printed: plants - rebuilt, all: plants }) : '';
}

export const provenanceOf = (plants: readonly PlantFace[]): string =>
    provenanceLine(plants.length, plants.filter(({ is_rebuilt }) => is_rebuilt).length);
