/** What the guide says when: moments with their conditions. Exactly one fits whatever the table is at. */
import { type Advise, ADVICE } from './advice';
import { type Kind, type Now, ownCities, type Tab, whose } from './now';

/** Everything that is named must hold. */
export interface Condition {
    turn: 'mine' | 'theirs' | 'over';
    hasBoard?: boolean;
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
    advise?: Advise;
}

const SEVERAL = ['auction', 'resources', 'building', 'bureaucracy'] as const;

export const MOMENTS: readonly Moment[] = [
    { id: 'draft', when: { turn: 'mine', offers: ['draft'] }, look: '.board', tab: 'map', advise: ADVICE.draft },
    { id: 'place-trust', when: { turn: 'mine', offers: ['place-trust'] }, look: '.board', tab: 'map', advise: ADVICE.placeTrust },
    { id: 'open-board', when: { turn: 'mine', hasBoard: true, offers: ['offer'] }, look: '.plants', tab: 'plants', advise: ADVICE.open },
    { id: 'open-card', when: { turn: 'mine', hasBoard: false, offers: ['offer'] }, look: '.plants', tab: 'plants', advise: ADVICE.open },
    { id: 'no-plant', when: { turn: 'mine', offers: ['pass'], lacks: ['offer'] }, look: '.plants', tab: 'plants', advise: ADVICE.pass },
    { id: 'bid', when: { turn: 'mine', offers: ['bid'] }, look: '.now .lot', tab: 'plants', advise: ADVICE.bid },
    { id: 'outbid', when: { turn: 'mine', offers: ['drop'], lacks: ['bid'] }, look: '.now .lot', tab: 'plants', advise: ADVICE.drop },
    { id: 'replace', when: { turn: 'mine', offers: ['scrap'] }, look: '.now .panel', tab: 'plants', advise: ADVICE.scrap },
    { id: 'fuel', when: { turn: 'mine', hasBoard: true, offers: ['buy'] }, look: '.now .panel', tab: 'fuel', advise: ADVICE.fuel },
    { id: 'fuel-done', when: { turn: 'mine', hasBoard: true, offers: ['finish-buying'], lacks: ['buy'] }, look: '.bar', tab: 'fuel', advise: ADVICE.doneBuying },
    { id: 'cards', when: { turn: 'mine', hasBoard: false, offers: ['buy-card'] }, look: '.board', tab: 'map', advise: ADVICE.cards },
    { id: 'cards-done', when: { turn: 'mine', hasBoard: false, offers: ['finish-buying'], lacks: ['buy-card'] }, look: '.bar', tab: 'map', advise: ADVICE.doneBuying },
    { id: 'first-city', when: { turn: 'mine', offers: ['connect'], hasCities: false }, look: '.board', tab: 'map', advise: ADVICE.connect },
    { id: 'network', when: { turn: 'mine', offers: ['connect'], hasCities: true }, look: '.board', tab: 'map', advise: ADVICE.connect },
    { id: 'built', when: { turn: 'mine', offers: ['finish-building'], lacks: ['connect'] }, look: '.bar', tab: 'map', advise: ADVICE.doneBuilding },
    { id: 'power', when: { turn: 'mine', offers: ['run'] }, look: '.now .panel', tab: 'fuel', advise: ADVICE.run },
    { id: 'production', when: { turn: 'mine', offers: ['produce'] }, look: '.now .panel', tab: 'plants', advise: ADVICE.run },
    { id: 'others-set-up', when: { turn: 'theirs', notPhases: SEVERAL }, look: '.seats', tab: 'seats' },
    { id: 'others-bid', when: { turn: 'theirs', phases: ['auction'] }, look: '.plants', tab: 'plants' },
    { id: 'others-buy-fuel', when: { turn: 'theirs', hasBoard: true, phases: ['resources'] }, look: '.fuel', tab: 'fuel' },
    { id: 'others-buy-cards', when: { turn: 'theirs', hasBoard: false, phases: ['resources'] }, look: '.board', tab: 'map' },
    { id: 'others-build', when: { turn: 'theirs', phases: ['building'] }, look: '.board', tab: 'map' },
    { id: 'others-power', when: { turn: 'theirs', phases: ['bureaucracy'] }, look: '.seats', tab: 'seats' },
    { id: 'over', when: { turn: 'over' }, look: '[data-screen="end"]', tab: 'plants' },
];

export function holds(condition: Condition, now: Now): boolean {
    const offered = (kind: Kind): boolean => now.offers.some((offer) => offer.offer === kind);
    const { phase, hasBoard } = now.scene;
    return (
        condition.turn === whose(now) &&
        (condition.hasBoard ?? hasBoard) === hasBoard &&
        (condition.phases ?? [phase]).includes(phase) &&
        !(condition.notPhases ?? []).includes(phase) &&
        (condition.offers ?? []).every(offered) &&
        !(condition.lacks ?? []).some(offered) &&
        (condition.hasCities ?? ownCities(now) > 0) === ownCities(now) > 0
    );
}

export function momentOf(now: Now): Moment | undefined {
    return MOMENTS.find((moment) => holds(moment.when, now));
}
