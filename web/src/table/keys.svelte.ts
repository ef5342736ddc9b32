/** Executes the key effects of `keyTable.ts`. One instance belongs to the action bar. */
import { BidKeys } from './bidKeys';
import { EnterPlace } from './enterPlace.svelte';
import { Guard } from './guard.svelte';
import { type Effect, effectOf, type Key, keyOf, type KeyMode, type OverlayMode, REPEATS } from './keyTable';
import { keyModeOf } from './keyMode';
import type { Step } from './step';
import type { Turn } from './turn.svelte';
import { Typed } from './typed.svelte';
import type { Question } from './warnings';

/** Milliseconds that the reminder of a key is shown. */
const NUDGE = 2500;
const FORWARD: ReadonlySet<string> = new Set(['ArrowRight', 'ArrowDown', 'PageUp']);

export class Keys {
    readonly guard = new Guard();
    readonly place = new EnterPlace();
    readonly typed = new Typed();
    readonly bids: BidKeys;
    /** Number of presses of Enter without an effect, so that each shows. */
    nudges = $state(0);
    isNudged = $state(false);
    #asking = $state.raw<Step | null>(null);
    #nudged: ReturnType<typeof setTimeout> | undefined;

    constructor(
        readonly turn: Turn,
        /** The bar, which receives the focus after a click. */
        readonly bar: () => HTMLElement | null,
    ) {
        this.bids = new BidKeys(turn, this.typed, this.guard);
    }

    /** True if the bar has buttons for the player's turn. */
    get canAct(): boolean {
        const { turn } = this;
        return turn.live.connection === 'open' && (turn.scene()?.isMyTurn ?? false) && turn.offers.length > 0;
    }

    get mode(): KeyMode {
        const { turn } = this;
        return keyModeOf({
            canAct: this.canAct,
            canUndo: turn.canUndo,
            asked: turn.asked,
            hasChosen: turn.primary !== null,
            hasPrepared: turn.prepared !== null,
            readiesFuel: this.#readiesFuel,
            isAtCity: turn.standing !== null,
            auction: turn.limit.stage,
        });
    }

    get over(): readonly OverlayMode[] {
        const over: OverlayMode[] = [];
        // The guard protects the bar: adding a city sends nothing.
        if (this.guard.isOn && this.enterAt !== 'city') over.push('guard');
        if (this.asking) over.push('asking');
        if (this.turn.live.refusal) over.push('refused');
        if (this.turn.hints.isShown) over.push('hint');
        if (this.turn.hold.isOn) over.push('held');
        return over;
    }

    /** The step that waits for a confirmation; a change of the choice cancels it. */
    get asking(): { step: Step; question: Question } | null {
        const step = this.#asking;
        if (!step || !this.turn.steps.some((each) => isSame(each, step))) return null;
        const question = this.turn.questionFor(step);
        return question && { step, question };
    }

    /** Effect of a key now. */
    does(key: Key): Effect {
        return effectOf(key, this.mode, this.over);
    }

    /** True if Backspace undoes an order, or removes the last city of the plan. */
    get backUndoes(): boolean {
        return this.does('back') === 'undo';
    }

    get backTakesOut(): boolean {
        return this.does('back') === 'takeOut' && !this.#readiesFuel;
    }

    /** True if keys are for fuel while others act, because it can be prepared; otherwise they are for the map. */
    get #readiesFuel(): boolean {
        const { ready } = this.turn;
        return !this.canAct && ready.isForFuel && (this.turn.fuelCost > 0 || this.turn.cities.length === 0);
    }

    /** Where Enter acts. */
    get enterAt(): 'bar' | 'city' | 'elsewhere' {
        if (this.place.now !== 'bar') return 'elsewhere';
        return this.turn.standing ? 'city' : 'bar';
    }

    /** True if the yellow button has the Enter badge. */
    get hasBadge(): boolean {
        return this.enterAt === 'bar' && this.isYellow;
    }

    get isYellow(): boolean {
        return this.turn.primary !== null && !this.asking && !this.turn.riskyBid;
    }

    /** State that must not change between two presses. A new number is no change. */
    get sign(): string {
        const scene = this.turn.scene();
        const verb = this.isYellow ? this.turn.primary?.name : '';
        const asked = this.asking?.step.name ?? '';
        return JSON.stringify([scene?.phase, scene?.observation.actor, verb, this.enterAt, asked]);
    }

    /** True while a number is typed that cannot be bid. */
    get isTypedWrong(): boolean {
        return this.bids.isTypedWrong;
    }

    /** Handle a key of the page. */
    press(event: KeyboardEvent, letters: boolean): void {
        const { turn } = this;
        if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
        const key = keyOf(event, letters);
        if (!key || !this.#isOurs(event, key)) return;
        const effect = this.does(key);
        const wasRefused = turn.live.refusal !== null;
        if (wasRefused) this.dismiss();
        // A button that a pointer has focused must not be pressed either.
        if (key === 'enter' || effect !== 'nothing') event.preventDefault();
        if (event.repeat && !REPEATS.has(effect)) return;
        if (effect === 'commit' && wasRefused && turn.primary && JSON.stringify(turn.primary.orders) === turn.refused)
            return;
        if (key !== 'digit' && key !== 'enter' && key !== 'limit') this.typed.end();
        this.#effects[effect](event);
    }

    /** A step by a click or tap on its button. */
    click(step: Step): void {
        if (!this.guard.isOn) this.#try(step);
    }

    undo(): void {
        if (!this.guard.isOn && this.turn.canUndo) void this.turn.undo();
    }

    /** End the own undo window. */
    endHold(): void {
        if (!this.guard.isOn) this.turn.hold.end();
    }

    /** Remove the last item of a plan. */
    takeOut(): void {
        const { plan, rows } = this.turn;
        const last = plan.cities.at(-1);
        if (this.#readiesFuel) rows?.stepBack();
        else if (last !== undefined) plan.remove(last);
    }

    forgetQuestion(): void {
        this.#asking = null;
    }

    dismiss(): void {
        this.turn.live.refusal = null;
        this.turn.quotes.asked = -1;
    }

    /** Return the focus to the bar after a click; a screen reader's virtual click leaves it where it is. */
    comeBack(event: MouseEvent): void {
        const on = event.target instanceof Element ? event.target : null;
        const isPointer = event.detail > 0 && (event as PointerEvent).pointerType !== '';
        if (!isPointer || !on?.closest('.mid, .now, .plants, .act') || on.closest('a, input, select, textarea, dialog'))
            return;
        this.bar()?.focus({ preventScroll: true });
    }

    stop(): void {
        this.guard.stop();
        this.typed.end();
        clearTimeout(this.#nudged);
    }

    /** Text fields keep their keys; links and buttons that were reached by keys keep Enter. */
    #isOurs(event: KeyboardEvent, key: Key): boolean {
        this.place.look();
        if (this.place.now === 'field') return false;
        if (key === 'enter') return this.place.now === 'bar';
        const on = event.target instanceof Element ? event.target : null;
        // A slider and a list of tabs need the arrows themselves.
        return !(key === 'arrow' && on?.closest('[role=slider], input, [role=tablist], [role=radiogroup]'));
    }

    #try(step: Step): void {
        const { turn } = this;
        const isBusy = turn.live.isSending || turn.sent !== null;
        if (isBusy || step.pay > (turn.scene()?.spendable ?? 0)) return;
        if (this.isTypedWrong && step.name === turn.primary?.name) return;
        this.typed.end();
        const isConfirmed = this.asking !== null && isSame(this.asking.step, step);
        if (!isConfirmed && turn.questionFor(step)) {
            this.#asking = step;
            return;
        }
        this.#asking = null;
        void turn.take(step);
    }

    #nudge(): void {
        if (!this.turn.quiet && !this.asking) return;
        this.nudges += 1;
        this.isNudged = true;
        clearTimeout(this.#nudged);
        this.#nudged = setTimeout(() => (this.isNudged = false), NUDGE);
    }

    #typePlant(digit: string): void {
        const { turn, typed } = this;
        const scene = turn.scene();
        const number = typed.add(digit);
        const cards = (turn.may('offer') ?? turn.may('scrap'))?.plants ?? [];
        const found = cards.filter((card) => scene?.plant(card)?.number === number);
        // At cards two plants may have one number: typed again it means the other one.
        const next = found[(found.indexOf(turn.plant) + 1) % found.length];
        if (next !== undefined && next !== turn.plant) turn.choosePlant(next);
    }

    #typeFuel(digit: string): void {
        const { turn, typed } = this;
        const rows = turn.rows;
        if (!rows) return;
        const hasRow = turn.row >= 0 && turn.row < rows.count;
        if (!hasRow) {
            if (Number(digit) >= 1 && Number(digit) <= rows.count) turn.row = Number(digit) - 1;
            return;
        }
        rows.choose(turn.row, Math.min(typed.add(digit), rows.mostOf(turn.row)));
    }

    #stepFuel(key: string): void {
        const { turn } = this;
        const rows = turn.rows;
        if (!rows) return;
        const row = turn.row;
        if (row < 0) turn.row = 0;
        else if (key === 'ArrowUp') turn.row = Math.max(row - 1, 0);
        else if (key === 'ArrowDown') turn.row = Math.min(row + 1, rows.count - 1);
        else {
            const amount = rows.amountOf(row) + (key === 'ArrowRight' ? 1 : -1);
            if (amount >= 0 && amount <= rows.mostOf(row)) rows.choose(row, amount);
        }
    }

    /** The next one of a row of things, or the first. */
    #next<Thing>(things: readonly Thing[], now: Thing | undefined, key: string): Thing | undefined {
        const place = now === undefined ? -1 : things.indexOf(now);
        if (place < 0) return things[0];
        return things[Math.min(Math.max(place + (FORWARD.has(key) ? 1 : -1), 0), things.length - 1)];
    }

    #nextButton(selector: string, key: string): HTMLElement | undefined {
        const buttons = [...document.querySelectorAll<HTMLElement>(selector)].filter((each) => each.offsetParent);
        return this.#next(buttons, document.activeElement as HTMLElement, key);
    }

    #alongOwn(key: string): void {
        const cards = this.turn.may('scrap')?.plants ?? [];
        const next = this.#next(cards, this.turn.plant, key);
        if (next !== undefined && next !== this.turn.plant) this.turn.choosePlant(next);
    }

    readonly #effects: Readonly<Record<Effect, (event: KeyboardEvent) => void>> = {
        nothing: () => undefined,
        commit: () => {
            const { primary, riskyBid } = this.turn;
            if (primary && !riskyBid) this.#try(primary);
            else this.#nudge();
        },
        nudge: () => this.#nudge(),
        skip: () => {
            const step = this.turn.quiet;
            if (step) this.#try(step);
        },
        confirm: () => {
            if (this.asking) this.#try(this.asking.step);
        },
        continue: () => this.turn.hold.end(),
        forgetQuestion: () => this.forgetQuestion(),
        hideHint: () => this.turn.hints.hide(),
        undo: () => {
            if (this.turn.canUndo && !this.turn.live.isSending) void this.turn.undo();
        },
        dismiss: () => this.dismiss(),
        clear: () => this.turn.clear(),
        suggestion: () => this.turn.suggest(),
        closeInspector: () => void this.turn.map?.close(),
        closeThenClear: () => {
            if (!this.turn.map?.close()) this.turn.clear();
        },
        typePlant: (event) => this.#typePlant(event.key),
        alongMarket: (event) => {
            const next = this.#nextButton('.plants button[data-plant]', event.key);
            if (next) this.place.reach(next);
        },
        alongOwn: (event) => this.#alongOwn(event.key),
        alongList: (event) => {
            const next = this.#nextButton('.now [data-choice]', event.key);
            if (next) this.place.reach(next);
        },
        typeBid: (event) => this.bids.type(event.key),
        stepBid: (event) => this.bids.step(event.key),
        lowestBid: () => this.bids.lowest(),
        highestBid: () => this.bids.highest(),
        leaveLimit: () => this.bids.leave(),
        typeLimit: (event) => this.bids.typeLimit(event.key),
        stepLimit: (event) => this.bids.stepLimit(event.key),
        lowestLimit: () => this.bids.endLimit('low'),
        highestLimit: () => this.bids.endLimit('high'),
        limitAway: () => this.bids.remove(),
        skipAhead: () => this.bids.skip(),
        typeFuel: (event) => this.#typeFuel(event.key),
        stepFuel: (event) => this.#stepFuel(event.key),
        stepBack: () => {
            if (!this.turn.rows?.stepBack()) this.turn.clear();
        },
        oneRun: () => {
            const set = (this.turn.aids.fuel ?? this.turn.ready.fuel)?.one_run;
            if (set) this.turn.purchase(set);
        },
        fillAll: () => {
            const set = (this.turn.aids.fuel ?? this.turn.ready.fuel)?.fill;
            if (set) this.turn.purchase(set);
        },
        toMap: (event) => this.turn.map?.press(event.key),
        addCity: () => {
            this.turn.standing?.add();
            this.bar()?.focus({ preventScroll: true });
        },
        takeOut: () => this.takeOut(),
        stepReady: (event) => {
            if (this.#readiesFuel) this.#stepFuel(event.key);
            else if (this.turn.ready.isForCities) this.turn.map?.press(event.key);
        },
        togglePlan: () => this.turn.plan.toggle(),
        togglePlant: (event) => {
            const { turn } = this;
            const place = Number(event.key) - 1;
            if (turn.own?.isRunning) turn.own.toggle(place);
            else {
                const scene = turn.scene();
                const held = scene?.held(scene.viewer)[place];
                if (held) turn.togglePlant(held.card);
            }
        },
        focusPlants: (event) => {
            const next = this.#nextButton('.now button[data-plant]', event.key);
            if (next) this.place.pass(next);
        },
    };
}

function isSame(one: Step, other: Step): boolean {
    return one.name === other.name && JSON.stringify(one.orders) === JSON.stringify(other.orders);
}
