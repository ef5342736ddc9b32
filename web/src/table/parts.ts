/** Parts that an edition brings to the desk. */
import type { Component } from 'svelte';
import LazyPart from '../design/LazyPart.svelte';
import type { TableFacts } from '../game/sheet';
import type { TableStore } from '../game/store.svelte';
import { later } from '../offline/later';
import type { Observation, Outlook } from '../protocol/api';
import type { Scene } from './scene';
import type { OwnChoices } from './step';
import type { Turn } from './turn.svelte';

/** Context that the desk passes to its parts. */
export interface PartContext {
    readonly scene: Scene;
    readonly store: TableStore;
    readonly turn: Turn;
    /** Open the rules at a clause. */
    readonly onrule: (clause: string) => void;
    /** Next turns and prices; null until the server has sent them. */
    readonly outlook: Outlook | null;
    /** The inspected seat, or -1. */
    readonly looked: number;
    readonly onlook: (seat: number) => void;
    /** True if the viewer's prices are drawn on the map at every turn. */
    readonly prices: boolean;
    /** Reason why something cannot be chosen, in words. */
    readonly why: string;
    readonly onwhy: (reason: string) => void;
}

type Props = Record<string, unknown>;

/** A component with its selection from the desk's context. */
export interface Part<More extends unknown[] = []> {
    readonly Drawn: Component<Props>;
    readonly props: (context: PartContext, ...more: More) => Props;
}

export function part<Own extends object, More extends unknown[] = []>(
    Drawn: Component<Own>,
    props: (context: PartContext, ...more: More) => Own,
): Part<More> {
    return { Drawn: Drawn as unknown as Component<Props>, props: props as unknown as Part<More>['props'] };
}

/** A part that is loaded on demand. */
export function latePart<Own extends object>(
    load: () => Promise<{ default: Component<Own> }>,
    props: (context: PartContext) => Own,
): Part {
    const fetch = later(load);
    const Drawn = LazyPart as unknown as Component<{ load: typeof fetch; props: Own }>;
    return part(Drawn, (context) => ({ load: fetch, props: props(context) }));
}

export interface EditionParts {
    /** The middle of the table. */
    readonly centre: Part;
    /** Above the middle: progress of all seats. */
    readonly rail: Part | null;
    /** The fuel market, where it is below the middle. */
    readonly fuel: Part | null;
    /** A second fuel market beside it, where the board has one. */
    readonly secondFuel?: { readonly isWanted: (scene: Scene) => boolean; readonly part: Part };
    /** Panels of decisions, apart from auctions and choices from a list. */
    readonly panels: readonly { readonly isWanted: (turn: Turn) => boolean; readonly part: Part }[];
    /** Under the plants on the market. */
    readonly underMarket: Part | null;
    /** In a seat's panel, instead of its cities and supply. */
    readonly seatStats: Part<[seat: number]> | null;
    readonly newChoices: ((facts: TableFacts, observation: Observation) => OwnChoices) | null;
}
