/** Reason of a refusal: the sentence and its numbers, with names for ids of the server. */
import { members } from '../game/masks';
import type { Reason } from '../wire/problem';
import { refusalText } from '../wire/problemWords';
import { t } from '../words';
import type { Scene } from './scene';

export function refusalWords(scene: Scene, refusal: Reason): string {
    const words = Object.fromEntries(
        Object.entries(refusal.numbers).map(([name, value]) => [name, figure(scene, name, value)]),
    );
    return refusalText(refusal.code, words);
}

/** The deciding numbers, each with its meaning. */
export function refusalFigures(scene: Scene, refusal: Reason): { name: string; label: string; value: string }[] {
    return Object.entries(refusal.numbers).map(([name, value]) => ({
        name,
        label: t(`number.${name}`),
        value: figure(scene, name, value),
    }));
}

function figure(scene: Scene, name: string, value: number): string {
    switch (name) {
        case 'city':
            return scene.cityName(value);
        case 'plant':
            return scene.plantName(value);
        case 'region':
            return scene.regionName(value);
        case 'regions':
            return members(value)
                .map((region) => scene.regionName(region))
                .join(', ');
        case 'resource':
        case 'kind':
            return scene.kindName(value);
        case 'card':
            return fuelCard(scene, value);
        case 'seat':
        case 'actor':
            return value < 0 ? t('number.none') : scene.seatName(value);
        default:
            return String(value);
    }
}

function fuelCard(scene: Scene, card: number): string {
    const face = scene.sheet.fuel_cards[card];
    return face ? t('cards.amount', { units: face.units, kind: scene.kindName(face.kind) }) : '';
}
