/** Runs to compare, in words. The server selects them and computes their numbers. */
import { members } from '../game/masks';
import type { MayRun, PowerChoices, RunChoice } from '../protocol/api';
import { t } from '../words';
import { amountsWords } from '../words/list';
import type { Scene } from './scene';

export interface RunRow {
    readonly mask: number;
    /** Names of the plants that run. */
    readonly plants: readonly string[];
    readonly choice: RunChoice;
    /** Money of its seat afterwards; null while it is hidden on a shared device. */
    readonly money: number | null;
    /** Fuel that it burns, or its difference from the best one. */
    readonly note: string;
}

export interface Chosen {
    readonly power: PowerChoices | null | undefined;
    readonly runs: MayRun['runs'] | undefined;
    /** The chosen plants, and the amount of the first kind that their hybrids burn. */
    readonly run: number;
    readonly first: number;
}

export function runRows(scene: Scene, { power, runs, ...now }: Chosen): RunRow[] {
    if (!power || !runs) return [];
    const held = scene.money(scene.viewer);
    const [best = -1] = power.compared;
    const chosen = runs.findIndex(([mask]) => mask === now.run);
    // The chosen run is always shown, before running nothing.
    const places = power.compared.includes(chosen) || chosen < 0 ? power.compared : withPlace(power.compared, chosen);
    return places.flatMap((place): RunRow[] => {
        const run = runs[place];
        const choice = power.runs[place];
        if (!run || !choice) return [];
        const [mask = 0, low = 0] = run;
        const first = mask === now.run ? now.first : choice.first;
        const burned = choice.burns[first - low] ?? [];
        const plants = members(mask).map((card) => scene.plantName(card));
        const money = held < 0 ? null : held + choice.income;
        const note = place === best ? burnsWords(scene, burned) : lessWords(scene, choice);
        return [{ mask, plants, choice, money, note }];
    });
}

function withPlace(compared: readonly number[], place: number): number[] {
    return [...compared.slice(0, -1), place, ...compared.slice(-1)];
}

function burnsWords(scene: Scene, burned: readonly number[]): string {
    const fuel = amountsWords(scene, burned);
    return fuel ? t('power.burns', { fuel }) : t('power.burns_nothing');
}

function lessWords(scene: Scene, { less, kept, worth }: RunChoice): string {
    const fuel = amountsWords(scene, kept);
    return fuel ? t('power.less_keeps', { less, fuel, worth }) : t('power.less', { less });
}
