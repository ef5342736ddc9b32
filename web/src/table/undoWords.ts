/** Name of the order that the player would undo: "Knoxville", "building". */
import { undoneWord } from '../game/undone';
import type { TakenOrder } from '../protocol/api';
import { t } from '../words';
import type { Scene } from './scene';

export function undoWords(scene: Scene, order: TakenOrder): string {
    const cities = scene.sheet.cities.map((city) => city.id);
    const part = undoneWord(cities, order.actions);
    if ('city' in part) return scene.cityName(part.city);
    return 'word' in part ? t(part.word) : '';
}
