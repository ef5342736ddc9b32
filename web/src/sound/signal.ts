/** Plays sounds and pulses, if they are switched on. */
import { settings } from '../settings/settings.svelte';
import { pulse } from './haptics';
import { PULSES, type Sign, type Sound } from './signs';

type Player = typeof import('./player');

/** Milliseconds after which a sound is too late and is dropped. */
const LATE = 400;

let player: Promise<Player | null> | undefined;

/** Loads the player on demand; without a connection there is no sound until the next time. */
export function warmUp(): Promise<Player | null> {
    player ??= import('./player').catch(() => {
        player = undefined;
        return null;
    });
    return player;
}

export async function sound(signs: readonly Sign[]): Promise<void> {
    if (!settings.sound || signs.length === 0) return;
    const asked = performance.now();
    const found = await warmUp();
    if (found && settings.sound && performance.now() - asked < LATE) found.play(signs, settings.volume);
}

/** A single sound with its pulse. */
export function signal(name: Sound): void {
    void sound([{ sound: name }]);
    pulse(PULSES[name]?.pulse);
}
