// Texts about a city for the inspector and for screen readers. Words come from ``say``.
import { type CityLook, TRUST } from './looks';
import type { Say, Scene } from './scene';

export type { Say, Scene };

export interface Row {
    readonly label: string;
    readonly value: string;
}

export interface Report {
    readonly title: string;
    readonly total: string;
    readonly rows: readonly Row[];
    readonly left: Row | null;
    /** Differences of the price on this board. */
    readonly notes: readonly Note[];
    /** Reason why the city cannot be built in, or its owners. */
    readonly sentence: string;
    /** The clause behind a refusal, if the server named it. */
    readonly clause: string;
    readonly canChoose: boolean;
}

export function reportOn(look: CityLook, scene: Scene): Report {
    const { say } = scene;
    const quote = look.inPlay ? look.quote : undefined;
    const money = moneyOf(scene);
    const rows: Row[] = [];
    if (quote?.house !== undefined) {
        rows.push({ label: say('map.place_in_city', { place: firstFree(look) + 1 }), value: String(quote.house) });
    }
    if (quote?.way !== undefined) rows.push({ label: wayName(look, scene), value: String(quote.way) });
    if (quote?.without)
        rows.push({
            label: say('map.without', { city: scene.board.cities[quote.without.city]?.name ?? '' }),
            value: String(quote.without.total),
        });
    const canChoose = look.inPlay && (look.reach === 'offered' || look.reach === 'free');
    const total = quote?.total;
    const left = total === undefined || money === null ? null : leftOver(look.isPlanned ? money : money - total, say);
    return {
        title: nameOf(look, scene),
        total: total === undefined ? '' : String(total),
        rows,
        left,
        notes: notesOn(look, scene),
        canChoose,
        clause: look.quote?.clause ?? '',
        sentence: (canChoose ? tenants(look, scene) : why(look, scene)) || (quote ? '' : freePlaces(look, say)),
    };
}

/** For a planned city, the money left after the whole plan; for another, the money left with it added. */
const leftOver = (left: number, say: Say): Row =>
    left >= 0
        ? { label: say('map.left_after'), value: String(left) }
        : { label: say('map.short'), value: String(-left) };

const nameOf = (look: CityLook, scene: Scene): string => scene.board.cities[look.city]?.name ?? '';

const firstFree = (look: CityLook): number => Math.max(0, look.places.indexOf('free'));

function moneyOf({ observation, viewer, left }: Scene): number | null {
    if (left !== undefined && left !== null) return left;
    const money = viewer >= 0 ? observation?.money[viewer] : undefined;
    return money === undefined || money < 0 ? null : money;
}

/** The cities along the connection if the server named them. */
function wayName(look: CityLook, scene: Scene): string {
    const { board, say } = scene;
    const path = look.quote?.path;
    if (startsSeparately(look, scene)) return say('map.starts_separately');
    if (path?.length === 1) return say('map.first_city');
    if (!path || path.length === 0) return say('map.way');
    return path.map((city) => board.cities[city]?.name ?? '').join(' – ');
}

export function regionName(region: number, { board, say }: Pick<Scene, 'board' | 'say'>): string {
    return say(`map.region.${board.id.replace('-recharged', '')}.${board.regions[region]?.id ?? ''}`);
}

function seatName(seat: number, { seatNames, say }: Scene): string {
    if (seat === TRUST) return say('map.trust');
    return seatNames[seat] || say('map.seat', { number: seat + 1 });
}

/** True if building there is impossible for the whole game. */
function isBlocked(look: CityLook, { trustBlocks }: Scene): boolean {
    return trustBlocks === true && look.places.includes(TRUST);
}

/** Owners of houses there, without the viewer. */
function tenants(look: CityLook, scene: Scene): string {
    const others = look.places.filter((place): place is number => typeof place === 'number' && place !== scene.viewer);
    if (others.length === 0) return '';
    const names = others.map((seat) => seatName(seat, scene)).join(', ');
    return scene.say(look.isMine ? 'map.also_there' : 'map.taken_by', { names });
}

function why(look: CityLook, scene: Scene): string {
    const { say, observation } = scene;
    if (!look.inPlay) return say('map.why.out_of_play');
    if (isBlocked(look, scene)) return say('map.why.blocked');
    const here = tenants(look, scene);
    const money = moneyOf(scene);
    const { refusal, total, numbers } = look.quote ?? {};
    const reason = look.isMine
        ? say('map.why.already_connected')
        : look.isPlanned
          ? say('map.why.planned')
          : look.isFull
            ? say(look.places.includes('closed') ? 'map.why.full_in_step' : 'map.why.full', {
                  step: observation?.step ?? 1,
              })
            : refusal === 'cannot_pay_connection' && money !== null && total !== undefined
              ? say('map.why.cannot_pay_connection', { money, cost: total })
              : refusal === 'beyond_capacity'
                ? say('map.why.beyond_capacity', { cities: observation?.n_cities[scene.viewer] ?? 0 })
                : refusal !== undefined
                  ? scene.own?.(`refused.${refusal}`, { ...numbers, city: nameOf(look, scene) }) || say('map.why.other')
                  : look.reach === 'quoted'
                    ? say('map.not_now')
                    : '';
    return [reason, here].filter((text) => text !== '').join(' ');
}

/** One sentence for a reader who does not see the map: "Memphis, second place 15, way 7, together 22". */
export function spoken(look: CityLook, scene: Scene): string {
    const { say, board } = scene;
    const region = regionName(board.cities[look.city]?.region ?? 0, scene);
    const parts = [nameOf(look, scene)];
    const quote = look.inPlay ? look.quote : undefined;
    if (quote?.total !== undefined) {
        if (quote.house !== undefined) {
            parts.push(
                say('map.spoken.place', { place: say(`map.nth.${String(firstFree(look) + 1)}`), cost: quote.house }),
            );
        }
        if (quote.way !== undefined) parts.push(say('map.spoken.way', { cost: quote.way }));
        parts.push(say(quote.house === undefined ? 'map.spoken.total' : 'map.spoken.together', { cost: quote.total }));
    }
    const rest = [
        look.isPlanned ? say('map.spoken.planned') : '',
        look.inPlay && (look.reach === 'offered' || look.reach === 'free') ? tenants(look, scene) : why(look, scene),
        look.quote?.clause ? say('map.rule', { clause: look.quote.clause }) : '',
        ...notesOn(look, scene).map(({ text }) => text),
        look.inPlay ? freePlaces(look, say) : '',
        region,
    ]
        .filter((text) => text !== '')
        .map((text) => text.replace(/[.]$/, ''));
    return `${parts.join(', ')}. ${rest.join('. ')}.`;
}

function freePlaces(look: CityLook, say: Say): string {
    const free = look.places.filter((place) => place === 'free').length;
    return free === 0 ? '' : say(free === 1 ? 'map.spoken.free_one' : 'map.spoken.free_other', { count: free });
}

/** A board's note about a price beyond its usual parts, with its clause. The words are with the board. */
export interface Note {
    readonly text: string;
    readonly clause: string;
}

function noteOf(own: Say, key: string, values: Record<string, number> = {}): Note | null {
    const text = own(key, values);
    return text ? { text, clause: own(`${key}.rule`) } : null;
}

/** True if a seat with cities starts a separate network: no path leads from them to this one. */
function startsSeparately(look: CityLook, { observation, viewer }: Pick<Scene, 'observation' | 'viewer'>): boolean {
    return look.quote?.path?.length === 1 && (observation?.n_cities[viewer] ?? 0) > 0;
}

/** Differences of this city's price: its connection and its places. */
export function notesOn(look: CityLook, scene: Scene): Note[] {
    const { own, board } = scene;
    const { quote } = look;
    if (!own || !look.inPlay || look.isMine || quote?.total === undefined) return [];
    const key = `board.${board.id.replace('-recharged', '')}`;
    const way =
        quote.path?.length === 1
            ? noteOf(own, `${key}.way.${startsSeparately(look, scene) ? 'new' : 'first'}`)
            : (quote.way ?? 0) > 0
              ? noteOf(own, `${key}.way`)
              : null;
    const other = quote.extension === undefined ? null : noteOf(own, `${key}.way.other`, { price: quote.extension });
    const spaces = look.hasOwnPlaces ? noteOf(own, `${key}.spaces.${look.places.length}`) : null;
    return [way, other, spaces].flatMap((note) => note ?? []);
}
