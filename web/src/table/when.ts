/** A moment of a game in words. */
import { t, tOr } from '../words';
import type { Scene } from './scene';

/** The round in words, or that the game has not begun. */
export function whenWords(scene: Scene): string {
    return scene.observation.round > 0 ? t('time.round', { round: scene.observation.round }) : t('time.setup');
}

/** The phase in words, with its step where a game has steps; empty once the game is over. */
export function whereWords(scene: Scene): string {
    if (scene.isOver) return '';
    const phase = tOr(`phase.${scene.phase}`, scene.phase);
    return scene.edition.hasSteps ? `${phase}, ${t('step.within', { step: scene.observation.step })}` : phase;
}
