/** Label of a plant for screen readers. */
import type { PlantFace } from '../protocol/api';
import { t } from '../words';

/** "Plant 25, burns 2 coal, supplies 5"; "rebuilt" at the end if its numbers are not from print. */
export function plantWords(plant: PlantFace, kinds: readonly string[], coin: boolean): string {
    const burned = plant.kinds.map((kind) => t(`told.kind.${kinds[kind] ?? ''}`)).join('/');
    const fuel = burned ? t('plant.burns', { count: plant.need, fuel: burned }) : t('plant.burns_nothing');
    const output = t(coin ? 'plant.earns' : 'plant.supplies', { count: plant.output });
    const name = t('plant.name', { name: plant.name });
    return [name, fuel, output, ...(plant.is_rebuilt ? [t('rebuilt.mark')] : [])].join(', ');
}
