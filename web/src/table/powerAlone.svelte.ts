/** Powering by itself: where the server says that nothing is to be chosen, the best set is sent after a moment. */
import type { Turn } from './turn.svelte';

/** So long anybody can stop it. */
export const ALONE_AFTER = 2500;

export class PowerAlone {
    /** The round in which it was stopped or sent: a set that was taken back is not sent again. */
    #over = $state(-1);

    constructor(
        readonly turn: Turn,
        /** Whether the reader wants it here. */
        readonly isWanted: () => boolean,
    ) {}

    /** Whether the best set lies in the controls and nothing speaks against sending it. */
    get isDue(): boolean {
        const { turn } = this;
        const { primary, running, live } = turn;
        if (!running || primary?.name !== 'run' || this.#over === this.#round || !this.isWanted()) return false;
        if (!turn.hints.isAlone || turn.hints.isShown || live.refusal || turn.sent) return false;
        const isPlain = turn.tells.power?.is_plain === true && turn.run === running.best;
        return isPlain && !turn.questionFor(primary);
    }

    /** Leave this round's powering to the reader. */
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
