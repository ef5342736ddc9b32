/** Automatic powering: where the server reports no choice, the best set is sent after a moment. */
import type { Turn } from './turn.svelte';

/** Milliseconds during which the player can stop it. */
export const ALONE_AFTER = 2500;

export class PowerAlone {
    /** The round in which it was stopped or sent: an undone set is not sent again. */
    #over = $state(-1);

    constructor(
        readonly turn: Turn,
        /** True if the player has it switched on here. */
        readonly isWanted: () => boolean,
    ) {}

    /** True if the controls have the best set and no warning is given. */
    get isDue(): boolean {
        const { turn } = this;
        const { primary, running, live } = turn;
        if (!running || primary?.name !== 'run' || this.#over === this.#round || !this.isWanted()) return false;
        if (!turn.hints.isAlone || turn.hints.isShown || live.refusal || turn.sent) return false;
        const isPlain = turn.aids.power?.is_plain === true && turn.run === running.best;
        return isPlain && !turn.questionFor(primary);
    }

    /** Leave this round's powering to the player. */
    stop(): void {
        this.#over = this.#round;
    }

    send(): void {
        if (!this.isDue) return;
        this.stop();
        void this.turn.take(this.turn.primary);
    }

    get #round(): number {
        return this.turn.scene()?.observation.round ?? -1;
    }
}
