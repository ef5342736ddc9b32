/** The guide's sentences: moments with their conditions. Exactly one fits each state of a table. */
import { LISTED } from '../../table/actions';
import type { Edition, Tab } from '../../game/edition';
import { type Kind, type Now, ownCities, whose } from './now';

/** All given fields must match. */
export interface Condition {
    turn: 'mine' | 'theirs' | 'over';
    phases?: readonly string[];
    notPhases?: readonly string[];
    /** All of these are offered. */
    offers?: readonly Kind[];
    /** None of these is offered. */
    lacks?: readonly Kind[];
    hasCities?: boolean;
}

/** Its words are `guide.<id>.title` and `guide.<id>.about`. */
export interface Moment {
    id: string;
    when: Condition;
    /** The part of the table to look at, and the tab that shows it on a phone. */
    look: string;
    tab: Tab;
}

const SEVERAL = ['auction', 'resources', 'building', 'bureaucracy'] as const;

/** Moments of all editions. */
const COMMON: readonly Moment[] = [
    ...LISTED.map((kind): Moment => ({
        id: kind,
        when: { turn: 'mine', offers: [kind] },
        look: '.board',
        tab: 'map',
    })),
    {
        id: 'no-plant',
        when: { turn: 'mine', offers: ['pass'], lacks: ['offer'] },
        look: '.plants',
        tab: 'plants',
    },
    { id: 'bid', when: { turn: 'mine', offers: ['bid'] }, look: '.now .lot', tab: 'plants' },
    {
        id: 'outbid',
        when: { turn: 'mine', offers: ['drop'], lacks: ['bid'] },
        look: '.now .lot',
        tab: 'plants',
    },
    {
        id: 'replace',
        when: { turn: 'mine', offers: ['scrap'] },
        look: '.now .panel',
        tab: 'plants',
    },
    {
        id: 'first-city',
        when: { turn: 'mine', offers: ['connect'], hasCities: false },
        look: '.board',
        tab: 'map',
    },
    {
        id: 'network',
        when: { turn: 'mine', offers: ['connect'], hasCities: true },
        look: '.board',
        tab: 'map',
    },
    {
        id: 'built',
        when: { turn: 'mine', offers: ['finish-building'], lacks: ['connect'] },
        look: '.bar',
        tab: 'map',
    },
    { id: 'power', when: { turn: 'mine', offers: ['run'] }, look: '.now .panel', tab: 'fuel' },
    {
        id: 'production',
        when: { turn: 'mine', offers: ['produce'] },
        look: '.now .panel',
        tab: 'plants',
    },
    { id: 'others-set-up', when: { turn: 'theirs', notPhases: SEVERAL }, look: '.seats', tab: 'seats' },
    { id: 'others-bid', when: { turn: 'theirs', phases: ['auction'] }, look: '.plants', tab: 'plants' },
    { id: 'others-build', when: { turn: 'theirs', phases: ['building'] }, look: '.board', tab: 'map' },
    { id: 'others-power', when: { turn: 'theirs', phases: ['bureaucracy'] }, look: '.seats', tab: 'seats' },
    { id: 'over', when: { turn: 'over' }, look: '[data-screen="end"]', tab: 'plants' },
];

const OWN: Readonly<Record<Edition['parts'], readonly Moment[]>> = {
    board: [
        {
            id: 'open-board',
            when: { turn: 'mine', offers: ['offer'] },
            look: '.plants',
            tab: 'plants',
        },
        {
            id: 'fuel',
            when: { turn: 'mine', offers: ['buy'] },
            look: '.now .panel',
            tab: 'fuel',
        },
        {
            id: 'fuel-done',
            when: { turn: 'mine', offers: ['finish-buying'], lacks: ['buy'] },
            look: '.bar',
            tab: 'fuel',
        },
        {
            id: 'others-buy-fuel',
            when: { turn: 'theirs', phases: ['resources'] },
            look: '.fuel',
            tab: 'fuel',
        },
    ],
    card: [
        {
            id: 'open-card',
            when: { turn: 'mine', offers: ['offer'] },
            look: '.plants',
            tab: 'plants',
        },
        {
            id: 'cards',
            when: { turn: 'mine', offers: ['buy-card'] },
            look: '.board',
            tab: 'map',
        },
        {
            id: 'cards-done',
            when: { turn: 'mine', offers: ['finish-buying'], lacks: ['buy-card'] },
            look: '.bar',
            tab: 'map',
        },
        {
            id: 'others-buy-cards',
            when: { turn: 'theirs', phases: ['resources'] },
            look: '.board',
            tab: 'map',
        },
    ],
};

/** All moments, of all editions. */
export const MOMENTS: readonly Moment[] = [...COMMON, ...Object.values(OWN).flat()];

/** The moments that are possible at a table. */
export const momentsFor = ({ scene }: Now): readonly Moment[] => [...COMMON, ...OWN[scene.edition.parts]];

export function holds(condition: Condition, now: Now): boolean {
    const offered = (kind: Kind): boolean => now.offers.some((offer) => offer.offer === kind);
    const { phase } = now.scene;
    return (
        condition.turn === whose(now) &&
        (condition.phases ?? [phase]).includes(phase) &&
        !(condition.notPhases ?? []).includes(phase) &&
        (condition.offers ?? []).every(offered) &&
        !(condition.lacks ?? []).some(offered) &&
        (condition.hasCities ?? ownCities(now) > 0) === ownCities(now) > 0
    );
}

export function momentOf(now: Now): Moment | undefined {
    return momentsFor(now).find((moment) => holds(moment.when, now));
}
