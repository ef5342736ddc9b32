/** Hints on demand: the choice of a strong bot, then that choice in the controls. Nothing is sent. */
import type { Hint } from '../protocol/api';
import { chooseAdvised, type Controls, holdsAdvised, isSkip } from './advised';
import type { Scene } from './scene';
import type { Step } from './step';

/** A turn, as the identity of a hint. */
interface Asking extends Controls {
    readonly live: { hint(guide: boolean): Promise<Hint> };
    readonly scene: () => Scene | null;
    readonly offers: readonly unknown[];
    readonly steps: readonly Step[];
    /** Set in a lesson, which has no hints. */
    readonly led?: readonly number[] | null;
}

/** True if the decision and its alternative are equally good. */
export function isClose(hint: Hint | null): boolean {
    return hint?.outlook?.sureness === 'close';
}

export class HintBook {
    #told = $state.raw<{ moment: string; hint: Hint } | null>(null);
    #isOpen = $state(false);
    /** True if its choice has been put into the controls. */
    #isPut = $state(false);
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
        if (
            !scene ||
            this.turn.led ||
            scene.viewer < 0 ||
            scene.isShared ||
            scene.isOver ||
            scene.view.status !== 'running'
        )
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

    get isShown(): boolean {
        return this.told !== null && this.#isOpen;
    }

    /** The hint on screen, if it recommends its decision: not where the alternative is as good. */
    get advised(): Hint | null {
        return this.isShown && !isClose(this.told) ? this.told : null;
    }

    /** True if the controls hold the recommended choice; skipping needs none. */
    get isChosen(): boolean {
        const actions = this.advised?.actions ?? [];
        return (this.#isPut || isSkip(actions)) && holdsAdvised(this.turn.steps, actions);
    }

    get isAsking(): boolean {
        return this.#asking !== '' && this.#asking === this.moment;
    }

    /** True if the request for the hint failed. */
    get hasFailed(): boolean {
        return this.#failed !== '' && this.#failed === this.moment;
    }

    /** Show the hint, put its choice into the controls, hide it. */
    async press(): Promise<void> {
        if (!this.canAsk || this.isAsking) return;
        if (!this.told) await this.fetch();
        else if (!this.#isOpen) this.#isOpen = true;
        else if (this.advised && !this.isChosen) this.choose();
        else this.hide();
    }

    /** Put the advised choice into the controls; the player still sends it. */
    choose(): void {
        const scene = this.turn.scene();
        if (!this.told || !scene) return;
        chooseAdvised(this.turn, scene, this.told.actions);
        this.#isPut = true;
    }

    hide(): void {
        this.#isOpen = false;
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
            this.#isOpen = true;
            this.#isPut = false;
        } catch {
            this.#failed = moment;
        } finally {
            if (this.#asking === moment) this.#asking = '';
        }
    }
}
