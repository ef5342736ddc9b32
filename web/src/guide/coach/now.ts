/** The present moment of a guided table, as conditions read it. */
import type { HappenedFrame, Offer } from '../../protocol/api';
import type { Kind } from '../../table/chosen';
import type { Scene } from '../../table/scene';

export type { Kind };

export interface Now {
    scene: Scene;
    offers: readonly Offer[];
    happened: readonly HappenedFrame[];
}

/** The side whose decision it is. Between two decisions the table itself acts, like an opponent. */
export function whose({ scene, offers }: Now): 'mine' | 'theirs' | 'over' {
    if (scene.isOver) return 'over';
    return scene.isMyTurn && offers.length > 0 ? 'mine' : 'theirs';
}

export const ownCities = ({ scene }: Now): number => scene.observation.n_cities[scene.viewer] ?? 0;
