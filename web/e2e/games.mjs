/** The games that the proofs play. A person has the first seat. */
export const GAMES = {
    usa: { edition: 'classic', preset: 'original', board: 'usa', seats: 4 },
    europe: { edition: 'deluxe', preset: 'europe', board: 'europe', seats: 4 },
    'north-america': { edition: 'deluxe', preset: 'north-america', board: 'north-america', seats: 4 },
    'card-trust': { edition: 'card', seats: 2 },
    'card-four': { edition: 'card', seats: 4 },
    draft: { edition: 'classic', preset: 'recharged', board: 'usa-recharged', seats: 2, regions: 'draft' },
};
