import { personOf } from '../router.svelte';
import { can, type Capability } from '../transport';
import type { Key } from '../words/keys';

/** Navigation targets of every page, in the header of a wide page and at the bottom of a narrow one. */
export interface FramePlace {
    readonly path: string;
    readonly key: Key;
    readonly icon: string;
    /** Prefixes of the paths that belong there; the first page has its own list. */
    readonly under: readonly string[];
    readonly needs?: Capability;
    /** The place takes the room of another one that the page lacks. */
    readonly insteadOf?: Capability;
}

const ALL_PLACES: readonly FramePlace[] = [
    { path: '/', key: 'nav.play', icon: 'tabmap', under: ['/new', '/lobby', '/t/'] },
    { path: '/watch', key: 'nav.watch', icon: 'eye', under: ['/watch'], needs: 'watching' },
    { path: '/puzzles', key: 'nav.puzzles', icon: 'puzzle', under: ['/puzzles'], insteadOf: 'watching' },
    { path: '/learn', key: 'nav.learn', icon: 'book', under: ['/learn', '/boards'] },
    { path: '/bots', key: 'nav.bots', icon: 'tabplants', under: ['/bots'] },
];
const isShown = ({ needs, insteadOf }: FramePlace): boolean =>
    (!needs || can(needs)) && (!insteadOf || !can(insteadOf));
/** The places of this page. */
export const places = (): readonly FramePlace[] => ALL_PLACES.filter(isShown);

/** True if a page belongs to a place. */
export const isAt = (place: FramePlace, path: string): boolean =>
    path === place.path ||
    place.under.some((start) => path.startsWith(start)) ||
    // Puzzles belong to learning where they have no place of their own.
    (place.path === '/learn' && can('watching') && path.startsWith('/puzzles'));

/** Address of the viewer's own page. */
export const YOU = '/people';
/** Address of the list of all the reader's tables. */
export const MINE = '/settings';
/** True for the reader's own pages; another player's profile is not. */
export const isYours = (path: string, name: string): boolean =>
    path === YOU || (name !== '' && personOf(path) === name) || OWN.some((each) => path.startsWith(each));
const OWN = ['/me', '/settings', '/sign'];
