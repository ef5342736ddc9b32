/** The pages of the player aid: their phases and their content. */
import type { Scene } from '../table/scene';

export type PageName = 'setup' | 'auction' | 'fuel' | 'build' | 'power' | 'end';
export type TableName = 'order' | 'market' | 'fuel' | 'refill' | 'income' | 'places' | 'steps' | 'race' | 'columns';

export interface AidPage {
    readonly name: PageName;
    /** The phases whose clauses are its exact wording; `end` is the end of the game. */
    readonly phases: readonly string[];
    /** Clauses behind each of its three sentences, where a board may replace them. */
    readonly clauses: readonly (readonly string[])[];
    /** The tables of a game on a board, and those of one with cards; the first is the larger one. */
    readonly board: readonly TableName[];
    readonly card: readonly TableName[];
}

export const PAGES: readonly AidPage[] = [
    {
        name: 'setup',
        phases: ['regions', 'trust-houses'],
        clauses: [[], ['c1.4'], []],
        board: ['order'],
        card: [],
    },
    {
        name: 'auction',
        phases: ['player-order', 'auction'],
        clauses: [
            ['c3.1', 'c3.2'],
            ['c3.3', 'c3.5'],
            ['c3.8', 'c3.12'],
        ],
        board: ['order', 'market'],
        card: ['order', 'market'],
    },
    {
        name: 'fuel',
        phases: ['resources'],
        clauses: [['c5.1'], ['c5.2'], ['c5.3', 'c5.4']],
        board: ['fuel', 'refill'],
        card: ['columns'],
    },
    {
        name: 'build',
        phases: ['building'],
        clauses: [['c6.1', 'c6.2'], ['c6.3'], ['c6.4', 'c6.5']],
        board: ['income', 'places'],
        card: [],
    },
    {
        name: 'power',
        phases: ['bureaucracy'],
        clauses: [['c7.4'], ['c7.3'], ['c7.7']],
        board: ['income', 'refill'],
        card: ['order'],
    },
    {
        name: 'end',
        phases: ['end'],
        clauses: [['c8.2'], ['c8.3', 'c4.2'], ['c9.1', 'c9.4']],
        board: ['steps', 'race'],
        card: ['order', 'market'],
    },
];

/** Clauses that some tables draw: where a board replaces one, its own clause says what holds. */
export const BEHIND_TABLE: Readonly<Partial<Record<TableName, string>>> = { places: 'c6.4', refill: 'c7.6' };

const SETUP = PAGES[0]!;
const FIRST = PAGES[1]!;
const END = PAGES.at(-1)!;

/** Set-up has a page only while it has a decision. */
export function pagesOf({ sheet, phase, edition }: Scene): AidPage[] {
    return PAGES.filter(
        (page) =>
            page === END ||
            (page === SETUP
                ? page.phases.includes(phase)
                : page[edition.parts].length > 0 && page.phases.some((each) => sheet.phases.includes(each))),
    );
}

/** The page of the current phase; before the first round the first page. */
export function pageNow(scene: Scene): AidPage {
    if (scene.isOver) return END;
    return PAGES.find(({ phases }) => phases.includes(scene.phase)) ?? FIRST;
}

/** Page and sentence that explain a refusal, by its code. Other codes belong to no phase. */
const SENTENCES: Readonly<Record<string, readonly [PageName, number]>> = {
    region_taken: ['setup', 1],
    regions_apart: ['setup', 2],
    not_next_to_trust: ['setup', 2],
    space_taken: ['setup', 2],
    not_on_offer: ['auction', 1],
    opening_too_low: ['auction', 2],
    opening_too_high: ['auction', 2],
    raise_too_low: ['auction', 2],
    bid_above_money: ['auction', 2],
    bid_above_minimum: ['auction', 2],
    must_buy: ['auction', 3],
    must_keep_new_plant: ['auction', 3],
    cannot_scrap: ['auction', 3],
    wrong_fuel_lost: ['auction', 3],
    sold_out: ['fuel', 2],
    cannot_pay_fuel: ['fuel', 2],
    no_room: ['fuel', 3],
    out_of_play: ['build', 1],
    beyond_capacity: ['build', 1],
    cannot_pay_connection: ['build', 2],
    no_open_space: ['build', 3],
    already_connected: ['build', 3],
    cannot_run: ['power', 1],
    not_enough_fuel: ['power', 1],
    wrong_fuel_mix: ['power', 1],
    wrong_cards_turned: ['power', 1],
};

/** Where a refusal is explained: the page, and the sentence on it; 0 where none is about it. */
export function sentenceFor(code: string, scene: Scene): { page: AidPage; sentence: number } {
    const [name, sentence] = SENTENCES[code] ?? ['', 0];
    const page = pagesOf(scene).find((each) => each.name === name);
    return page ? { page, sentence } : { page: pageNow(scene), sentence: 0 };
}
