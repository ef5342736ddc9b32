/** The games that the proofs play. A person has the first seat. */
export const GAMES = {
    usa: { edition: 'classic', preset: 'original', board: 'usa', seats: 4 },
    europe: { edition: 'deluxe', preset: 'europe', board: 'europe', seats: 4 },
    'north-america': { edition: 'deluxe', preset: 'north-america', board: 'north-america', seats: 4 },
    'card-trust': { edition: 'card', seats: 2 },
    'card-four': { edition: 'card', seats: 4 },
    draft: { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 2, regions: 'draft' },
};

const WITH_OWN_RULES = [
    ...['korea', 'central-europe', 'china', 'japan', 'bremen', 'south-africa', 'india', 'manhattan', 'australia'],
    ...['baden-wuerttemberg', 'benelux', 'brazil', 'europe-classic', 'france', 'italy', 'middle-east'],
    ...['north-america-classic', 'northern-europe', 'quebec', 'russia', 'spain-portugal', 'uk-ireland'],
];

/** One game per further board of the classic edition, with alternating printings and numbers of seats. */
export const BOARD_GAMES = Object.fromEntries([
    ['germany', { edition: 'classic', preset: 'original', board: 'germany', seats: 4 }],
    ['germany-recharged', { edition: 'classic', preset: 'recharged', board: 'germany-recharged', seats: 3 }],
    ...WITH_OWN_RULES.map((board, place) => [
        board,
        { edition: 'classic', preset: place % 2 === 0 ? 'original' : 'recharged', board, seats: 2 + (place % 5) },
    ]),
]);
