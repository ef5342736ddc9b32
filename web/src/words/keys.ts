/** Types of the keys that `t` accepts, derived from the English files. A key that no file has is a type error. */
import type australia from '../../../src/gridwright/content/classic/boards/australia/words.en.json';
import type korea from '../../../src/gridwright/content/classic/boards/korea/words.en.json';
import type auction from './en/auction.json';
import type bar from './en/bar.json';
import type game from './en/game.json';
import type account from './en/later/account.json';
import type analysis from './en/later/analysis.json';
import type boards from './en/later/boards.json';
import type bots from './en/later/bots.json';
import type card from './en/later/card.json';
import type coach from './en/later/coach.json';
import type contractor from './en/later/contractor.json';
import type end from './en/later/end.json';
import type fair from './en/later/fair.json';
import type hint from './en/later/hint.json';
import type host from './en/later/host.json';
import type hotseat from './en/later/hotseat.json';
import type kept from './en/later/kept.json';
import type keys from './en/later/keys.json';
import type leaving from './en/later/leaving.json';
import type lesson from './en/later/lesson.json';
import type lobby from './en/later/lobby.json';
import type notices from './en/later/notices.json';
import type old from './en/later/old.json';
import type play from './en/later/play.json';
import type playback from './en/later/playback.json';
import type profile from './en/later/profile.json';
import type puzzle from './en/later/puzzle.json';
import type room from './en/later/room.json';
import type rules from './en/later/rules.json';
import type screens from './en/later/screens.json';
import type settings from './en/later/settings.json';
import type share from './en/later/share.json';
import type watch from './en/later/watch.json';
import type map from './en/map.json';
import type offline from './en/offline.json';
import type page from './en/page.json';
import type people from './en/people.json';
import type plan from './en/plan.json';
import type refusals from './en/refusals.json';
import type sound from './en/sound.json';
import type table from './en/table.json';
import type talk from './en/talk.json';
import type wire from './en/wire.json';

/** Two boards with a second fuel market and with mines; the tests check that other such boards have the same keys. */
type MarketWords = Extract<keyof typeof australia, `mines.${string}`> | Extract<keyof typeof korea, `market.${string}`>;
/** Every key as it is in a file, with the ending of its form. */
type Written =
    | MarketWords
    | keyof typeof auction
    | keyof typeof bar
    | keyof typeof game
    | keyof typeof account
    | keyof typeof analysis
    | keyof typeof boards
    | keyof typeof bots
    | keyof typeof card
    | keyof typeof coach
    | keyof typeof contractor
    | keyof typeof end
    | keyof typeof fair
    | keyof typeof hint
    | keyof typeof host
    | keyof typeof hotseat
    | keyof typeof kept
    | keyof typeof keys
    | keyof typeof leaving
    | keyof typeof lesson
    | keyof typeof lobby
    | keyof typeof notices
    | keyof typeof old
    | keyof typeof play
    | keyof typeof playback
    | keyof typeof profile
    | keyof typeof puzzle
    | keyof typeof room
    | keyof typeof rules
    | keyof typeof screens
    | keyof typeof settings
    | keyof typeof share
    | keyof typeof watch
    | keyof typeof map
    | keyof typeof offline
    | keyof typeof page
    | keyof typeof people
    | keyof typeof plan
    | keyof typeof refusals
    | keyof typeof sound
    | keyof typeof table
    | keyof typeof talk
    | keyof typeof wire;

type WithoutCount<Name> = Name extends `${infer Start}_${'one' | 'other'}` ? Start : Name;
type WithoutContext<Name> = Name extends `${infer Start}_${'you' | 'bot'}` ? Start : Name;

type PrefixOf<Name> = Name extends `${infer First}.${infer Rest}` ? First | `${First}.${PrefixOf<Rest>}` : never;

/**
 * Families of keys whose last part is an id that comes from the server, from a table of content or from another list of
 * strings. A family that no file has is a type error; a missing member throws when it is translated.
 */
export const FAMILIES = [
    'aid.say',
    'aid.trust',
    'analysis.line',
    'analysis.played',
    'analysis.reason',
    'ask',
    'bot',
    'bots.yard',
    'card',
    'cards.kind',
    'cards.next',
    'cards.next_card',
    'cards.row',
    'chip.act',
    'choice',
    'do',
    'does',
    'edition',
    'guide',
    'hint.do',
    'hint.if',
    'hint.row',
    'hint.why',
    'hint.would',
    'host.clock',
    'host.deed',
    'host.door',
    'keys.does',
    'keys.group',
    'kind',
    'lesson',
    'look.place',
    'lobby.bots',
    'lobby.clock',
    'lobby.free',
    'market.then',
    'new.clock',
    'new.hold',
    'new.rule',
    'new.take_over',
    'nudge',
    'number',
    'over.few',
    'over.moment',
    'over.place',
    'over.title',
    'over.why',
    'part',
    'phase',
    'puzzle.ask',
    'puzzle.choice',
    'puzzle.seat',
    'told.kind',
    'warn',
] as const satisfies readonly PrefixOf<Written>[];

/** A key that `t` accepts: in a file, with or without its ending for count or context, or of one of the families. */
export type Key =
    | Written
    | WithoutCount<Written>
    | WithoutContext<Written | WithoutCount<Written>>
    | `${(typeof FAMILIES)[number]}.${string}`;
