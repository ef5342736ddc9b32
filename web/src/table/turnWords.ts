/** Sentences about turns: the seats that act before the viewer, and the order to undo. */
import { t, translate } from '../words';
import type { Scene } from './scene';
import { undoneWord } from '../game/undone';
import type { TakenOrder } from '../protocol/api';

/** Up to this number of seats are named; of more only the first. */
const MAX_NAMED = 2;

/** Seats that act before the viewer: "you are next", "Hedy, then you". Empty if the viewer does not act any more in this phase, or the order is unknown. */
export function nextWords(scene: Scene, following: readonly number[]): string {
    const before = following.indexOf(scene.viewer);
    if (before < 0 || scene.isShared) return '';
    if (before === 0) return t('next.you');
    const names = following.slice(0, before).map((seat) => scene.plainName(seat));
    return before <= MAX_NAMED
        ? t('next.then_you', { names: names.join(', ') })
        : t('next.many_then_you', { name: names[0] ?? '', count: before - 1 });
}

/** Label of the button that undoes an order: "Undo Knoxville", "Undo building". */
export function undoWords(scene: Scene, order: TakenOrder): string {
    const cities = scene.sheet.cities.map((city) => city.id);
    const part = undoneWord(cities, order.actions);
    if ('city' in part) return t('do.undo', { what: scene.cityName(part.city) });
    return 'word' in part ? translate(`do.undo.${part.word.split('.').at(-1) ?? 'last'}`) : '';
}
