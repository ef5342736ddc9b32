/** Data of the seats for drawing, in turn order. */
import type { SeatLook } from '../design/seatView';
import { presenceOf } from '../design/presence';
import { isByTurns, UNNOTICED } from './away';
import { withChosenFuel } from './chosenFuel';
import type { SeatView } from '../protocol/api';
import { t, tOr } from '../words';
import { has as hasBit } from '../game/masks';
import type { Scene } from './scene';

/** A clock is low below this, in milliseconds. */
const LOW = 60_000;

const NO_ABSENCE: ReadonlyMap<number, number> = new Map();

export function seatLooks(
    scene: Scene,
    now: number,
    here: ReadonlySet<number> | null = null,
    awaySince: ReadonlyMap<number, number> = NO_ABSENCE,
    /** The seats that act after the acting seat, where known. */
    following: readonly number[] = [],
    /** The viewer's own bid limits; hidden from others. */
    left = '',
    /** Fuel that the viewer has chosen. */
    amounts: readonly number[] = [],
): SeatLook[] {
    const { observation, view, sheet } = scene;
    const order = observation.order.length > 0 ? observation.order : view.seats.map((_, seat) => seat);
    return order.map((seat, place) => {
        const holder = view.seats[seat];
        const held = scene.held(seat);
        const isActing = observation.actor === seat;
        const isTiming = view.observation?.actor === seat;
        const clock = clockOf(scene, seat, isTiming, now);
        return {
            seat,
            place: place + 1,
            phase: `${observation.round}.${observation.phase}`,
            isNext: following[0] === seat,
            orderWhy: tOr(`order.why.${sheet.spec.edition}`, ''),
            name: scene.plainName(seat),
            isYou: scene.isYou(seat),
            isCharacter: Boolean(holder?.bot && !holder.is_person),
            kind: kindOf(holder, scene.isYou(seat)),
            hints: holder?.hints ?? 0,
            chip:
                (scene.isYou(seat) && !isActing && left) ||
                chipOf(scene, seat) ||
                (following[0] === seat ? t('chip.next') : ''),
            isActing,
            isAway: Boolean(holder?.is_person && holder.bot),
            presence: presenceOf(
                holder,
                seat,
                isByTurns(view) ? null : here,
                now - (awaySince.get(seat) ?? 0) < UNNOTICED,
            ),
            clock,
            isClockLow: isTiming && clock !== null && clock < LOW,
            money: scene.money(seat),
            cities: observation.n_cities[seat] ?? 0,
            note: scene.edition.note(observation, seat),
            powers: held.reduce((sum, each) => sum + (each.tag ? 0 : each.plant.output), 0),
            plants: seat === scene.viewer ? withChosenFuel(held, amounts) : held,
            room: sheet.plant_limit + held.filter(({ tag }) => tag).length,
        };
    });
}

function kindOf(holder: SeatView | undefined, isYou: boolean): string {
    if (!holder?.bot) return holder?.is_program ? t('seat.program') : '';
    if (holder.left === 'resigned') return t('seat.resigned');
    if (!holder.is_person) return t('seat.bot_level', { level: tOr(`bot.${holder.bot}`, holder.bot) });
    return t(isYou ? 'seat.bot_for_you' : 'seat.substitute');
}

function chipOf(scene: Scene, seat: number): string {
    const { actor, auction } = scene.observation;
    if (scene.isOver) {
        const place = scene.view.result?.seats[seat]?.place ?? scene.observation.ranking[seat];
        return place ? t('end.place', { count: place }) : '';
    }
    if (actor === seat) return t(`chip.act.${scene.phase}`);
    if (scene.phase !== 'auction') return '';
    if (auction.lot >= 0) {
        if (auction.leader === seat) return t('chip.leads', { bid: auction.bid });
        if (!hasBit(auction.out, seat)) return hasBit(auction.contenders, seat) ? '' : t('chip.out');
    }
    return hasBit(auction.out, seat) ? t('chip.done') : '';
}

/** Clocks run during playback too: they are those of the server. */
function clockOf(scene: Scene, seat: number, isTiming: boolean, now: number): number | null {
    if (scene.isPast || scene.isOver) return null;
    const { deadline_at: deadline, time_left: left } = scene.view;
    if (isTiming && deadline !== null) return deadline - now;
    // Without a clock every bank is empty.
    return left.some((each) => each > 0) ? (left[seat] ?? null) : null;
}
