/**
 * Screens and states that `walk.mjs` visits for axe, overflow and words.
 *
 * - `path` opens a screen, `{table}` in it is a table that waits for players; `as: 'person'` or `'host'` signs in first.
 * - `steps` are done in order: `click`, `fill` (with `text`), `press` (a key) or `wait` (for a selector).
 * - `ready` must be seen before anything is checked.
 * - `phone: true` has a meaning only where the tabs are, `board: true` only where a map is.
 * - `leave` is clicked afterwards, where Escape does not lead back.
 */
export const SCREENS = [
    { name: 'home', path: '/', ready: '[data-bot]:enabled' },
    {
        name: 'home, card game',
        path: '/',
        steps: [{ wait: '[data-bot]:enabled' }, { click: '[data-edition="card"]' }],
        ready: '[data-bot]:enabled',
    },
    {
        name: 'home, wrong link',
        path: '/',
        steps: [{ fill: '#join-link', text: 'no link, no code' }, { click: '[data-do="join"]' }],
        ready: '#join-problem',
    },
    { name: 'table not found', path: '/t/nothing-here', ready: 'h1' },
    { name: 'page not found', path: '/no-such-page', ready: 'h1' },
    { name: 'new table', path: '/new', ready: '[data-board]' },
    {
        name: 'new table, all boards',
        path: '/new',
        steps: [{ click: '[data-do="all-boards"]' }],
        ready: '[data-board="manhattan"]',
    },
    {
        name: 'new table, by turns',
        path: '/new',
        steps: [{ wait: '[data-board]' }, { click: '[data-option="clock"] [data-value="turns"]' }],
        ready: '[data-option="time_out"]',
    },
    {
        name: 'new table, more options',
        path: '/new',
        steps: [
            { wait: '[data-board]' },
            { click: '[data-option="regions"] [data-value="given"]' },
            { click: '[data-option="order"] [data-value="given"]' },
        ],
        ready: '[data-up="1"]',
    },
    { name: 'puzzle', path: '/puzzles', ready: '[data-choice="0"]' },
    {
        name: 'puzzle, answered',
        path: '/puzzles',
        steps: [{ click: '[data-choice="0"]' }, { click: '[data-do="continue"]' }],
        ready: '.choices .best',
    },
    { name: 'learn', path: '/learn', ready: '[data-lesson]' },
    { name: 'lesson', path: '/learn/goal', ready: '[data-spot="city"]' },
    { name: 'lobby', path: '/lobby', ready: 'li a.btn' },
    { name: 'watch', path: '/watch', ready: '.arc .emp, .arc li' },
    { name: 'bots', path: '/bots', ready: '[data-bot]' },
    { name: 'lobby, nothing found', path: '/lobby?edition=deluxe&seats=6&clock=bank', ready: '[data-do="any"]' },
    { name: 'room', path: '{table}', ready: '[data-field="name"]' },
    {
        name: 'room, seated',
        path: '{table}',
        steps: [{ fill: '[data-field="name"]', text: 'Maximiliane von Hohenstein' }, { click: '[data-do="sit-0"]' }],
        ready: '[data-do="ready"]',
    },
    {
        name: 'room, the host changes',
        path: '{table}',
        steps: [
            { fill: '[data-field="name"]', text: 'Maximiliane von Hohenstein' },
            { click: '[data-do="sit-0"]' },
            { click: '[data-do="change-table"]' },
        ],
        ready: 'dialog[open] [data-do="do-change"]',
    },
    { name: 'sign in', path: '/signin', ready: '[data-screen="signin"]' },
    {
        name: 'sign in, refused',
        path: '/signin',
        steps: [
            { fill: '[data-field="name"]', text: 'Unknown Person' },
            { fill: '[data-field="password"]', text: 'not the password' },
            { click: '[data-do="sign-in"]' },
        ],
        ready: '[role=alert]',
    },
    { name: 'sign up', path: '/signup', ready: '[data-screen="signup"]' },
    {
        name: 'sign up, refused',
        path: '/signup',
        steps: [
            { fill: '[data-field="name"]', text: 'Ada' },
            { fill: '[data-field="password"]', text: 'password' },
            { click: '[data-do="sign-up"]' },
        ],
        ready: '[role=alert]',
    },
    { name: 'account, signed out', path: '/me', ready: 'main a.inline' },
    { name: 'account', path: '/me', as: 'person', ready: '.rows li' },
    {
        name: 'account, new passkey',
        path: '/me',
        as: 'person',
        steps: [{ click: '[data-do="add-key"]' }],
        ready: '[data-field="key-label"]',
    },
    {
        name: 'account, erasing',
        path: '/me',
        as: 'person',
        steps: [{ click: '[data-do="erase"]' }],
        ready: 'dialog[open]',
    },
    { name: 'home, signed in', path: '/', as: 'person', ready: '[data-own]' },
    { name: 'home, the bell', path: '/', as: 'person', steps: [{ click: '[data-do="bell"]' }], ready: '[data-waits]' },
    { name: 'own page, signed out', path: '/people', ready: '[data-screen="profile"] h2' },
    { name: 'own page', path: '/people', as: 'person', ready: '[data-part="followed"]' },
    { name: 'settings, signed out', path: '/settings', ready: '[data-part="language"]' },
    { name: 'settings', path: '/settings', as: 'person', ready: '.rows li' },
    { name: 'host, forbidden', path: '/host', as: 'person', ready: '.host .empty' },
    { name: 'host', path: '/host', as: 'host', ready: '[data-part="people"]' },
    { name: 'notices, link', path: '/notices/off?link=nonsense', ready: '[data-do="follow-link"]' },
    { name: 'boards', path: '/boards', ready: 'a[data-board="germany"]' },
    { name: 'boards, one of them', path: '/boards/germany', ready: 'h1' },
    { name: 'boards, not there', path: '/boards/atlantis', ready: 'h1' },
    { name: 'import', path: '/import', ready: '#import-text' },
    {
        name: 'import, refused',
        path: '/import',
        steps: [{ fill: '#import-text', text: 'no game at all' }, { click: '[data-do="import"]' }],
        ready: '[role=alert]',
    },
    { name: 'profile, not there', path: '/people/Noone%20At%20All', ready: '[data-screen="profile"]' },
    { name: 'guide', path: '/', steps: [{ click: '[data-do="learn"]' }], ready: '.coach' },
    { name: 'hot seat', path: '/', steps: [{ click: '[data-do="device"]' }], ready: '[data-do="person-0"]' },
];

/** At a table, at the first own turn; each is left by Escape. */
export const AT_TABLE = [
    ...[1, 2, 3, 4, 5].map((tab) => ({
        name: `tab ${tab}`,
        phone: true,
        steps: [{ click: `.tabs button:nth-child(${tab})` }],
        ready: '.desk',
        board: tab === 5,
    })),
    {
        name: 'chat',
        steps: [{ click: '[data-tab-of="talk"]' }],
        ready: '[data-side="talk"]',
        leave: '[data-tab-of="log"]',
    },
    {
        name: 'chat, phone',
        phone: true,
        steps: [{ click: '.tabs button:last-child' }, { click: '[data-tab-of="talk"]' }],
        ready: '[data-side="talk"]',
        leave: '[data-tab-of="log"]',
    },
    {
        name: 'rules help',
        steps: [{ click: '[data-do="help"]' }, { wait: 'dialog[open]' }],
        ready: 'dialog[open] h2, dialog[open] h3',
    },
    { name: 'settings', steps: [{ click: '[data-do="settings"]' }], ready: 'dialog[open]' },
    { name: 'keys', steps: [{ press: '?' }], ready: 'dialog[open]' },
    // A running game has no picture yet: its link is copied.
    {
        name: 'share',
        steps: [{ click: '[data-do="share"]:visible' }],
        ready: '.toast',
        leave: '.toast button',
    },
    {
        name: 'hint',
        steps: [{ click: '.bar [data-do="hint"]' }],
        ready: '[data-hint]',
    },
    {
        name: 'time travel',
        steps: [{ click: '.beside input[type=range]' }],
        ready: '.act.past',
        leave: '[data-do="now"]',
    },
];

/** At the end of a game; each is left by loading the page again. */
export const AT_END = [
    { name: 'share', steps: [{ click: '[data-do="share"]:visible' }], ready: 'dialog #share-link' },
    { name: 'analysis', steps: [{ click: '[data-do="analysis"]:visible' }], ready: '[data-screen="analysis"]' },
    { name: 'board', steps: [{ click: '[data-do="board"]:visible' }], ready: '.desk' },
];

/** Selectors of text that may end in dots: names that people choose, and the line above a form that repeats a link. */
export const MAY_BE_CUT = ['header .name', '.nm', 'input', '.st .nm', '.strip *', '.map *'];

/** Editions, the rounds that are played of each, and whether the end is looked at. */
export const GAMES = [
    { edition: 'classic', rounds: 2, hasEnd: true },
    { edition: 'deluxe', rounds: 1 },
    { edition: 'card', rounds: 2, hasEnd: true },
];
