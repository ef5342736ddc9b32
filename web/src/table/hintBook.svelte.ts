/**
 * Hints on demand: first the area, then the choice of a strong bot, then that choice in the controls. Nothing is sent.
 */
import type { Hint } from '../protocol/api';
import { chooseAdvised, type Controls } from './advised';
import type { Scene } from './scene';

/** A turn, as the identity of a hint. */
interface Asking extends Controls {
    readonly live: { hint(guide: boolean): Promise<Hint> };
    readonly scene: () => Scene | null;
    readonly offers: readonly unknown[];
}

/** Shown part of a hint: nothing, the part of the table, the decision. */
export type Stage = 'hidden' | 'area' | 'decision';

export class HintBook {
    #told = $state.raw<{ moment: string; hint: Hint } | null>(null);
    #stage = $state<Stage>('hidden');
    /** Stage before Escape hid the hint; restored at the next press. */
    #before: Stage = 'hidden';
    #asking = $state('');
    #failed = $state('');

    constructor(
        readonly turn: Asking,
        /** The guide requests automatically: that marks the game and counts no hint. */
        readonly isGuide = false,
    ) {}

    /** One decision: a hint is valid for the turn or phase of its request. */
    get moment(): string {
        const scene = this.turn.scene();
        if (!scene?.isMyTurn || this.turn.offers.length === 0) return '';
        return JSON.stringify([scene.observation.round, scene.phase, this.turn.offers]);
    }

    /** True if hints are available: on the player's turn. */
    get canAsk(): boolean {
        return this.moment !== '' && this.isAlone;
    }

    /** True if all other seats are bots. */
    get isAlone(): boolean {
        const scene = this.turn.scene();
        if (!scene || scene.viewer < 0 || scene.isShared || scene.isOver || scene.view.status !== 'running')
            return false;
        return scene.view.seats.every(
            ({ is_person: isPerson, left }, seat) => seat === scene.viewer || !isPerson || left === 'resigned',
        );
    }

    /** Number of hints taken in this game. */
    get count(): number {
        const scene = this.turn.scene();
        return scene?.view.seats[scene.viewer]?.hints ?? 0;
    }

    /** The hint of this decision, if it has been loaded. */
    get told(): Hint | null {
        return this.#told && this.#told.moment === this.moment ? this.#told.hint : null;
    }

    get stage(): Stage {
        return this.told ? this.#stage : 'hidden';
    }

    get isShown(): boolean {
        return this.stage !== 'hidden';
    }

    get isAsking(): boolean {
        return this.#asking !== '' && this.#asking === this.moment;
    }

    /** True if the request for the hint failed. */
    get hasFailed(): boolean {
        return this.#failed !== '' && this.#failed === this.moment;
    }

    /** The area, then the decision, then the choice in the controls. */
    async press(): Promise<void> {
        if (!this.canAsk || this.isAsking) return;
        if (!this.told) await this.fetch();
        else if (this.#stage === 'hidden') this.#stage = this.#before === 'hidden' ? 'area' : this.#before;
        else if (this.#stage === 'area') this.#stage = 'decision';
        else this.choose();
    }

    /** Put the advised choice into the controls; the player still sends it. */
    choose(): void {
        const scene = this.turn.scene();
        if (!this.told || !scene) return;
        chooseAdvised(this.turn, scene, this.told.actions);
        this.hide();
    }

    hide(): void {
        this.#before = this.#stage;
        this.#stage = 'hidden';
    }

    /** Request a hint for this decision, unless it is cached. */
    async fetch(): Promise<void> {
        const moment = this.moment;
        if (!this.canAsk || this.told || this.isAsking) return;
        this.#asking = moment;
        this.#failed = '';
        try {
            const hint = await this.turn.live.hint(this.isGuide);
            this.#told = { moment, hint };
            this.#before = 'hidden';
            this.#stage = 'area';
        } catch {
            this.#failed = moment;
        } finally {
            if (this.#asking === moment) this.#asking = '';
        }
    }
}
