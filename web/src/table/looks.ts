/** How the seats look, in turn order. */
import type { SeatLook } from '../design/seatView';
import { presenceOf } from '../design/presence';
import { t } from '../words';
import { has as hasBit } from '../game/masks';
import type { Scene } from './scene';

/** Below so many milliseconds a clock is low. */
const LOW = 60_000;

export function seatLooks(scene: Scene, now: number, here: ReadonlySet<number> | null = null): SeatLook[] {
    const { observation, view, sheet } = scene;
    const order = observation.order.length > 0 ? observation.order : view.seats.map((_, seat) => seat);
    return order.map((seat, place) => {
        const holder = view.seats[seat];
        const held = scene.held(seat);
        const isActing = observation.actor === seat;
        const clock = clockOf(scene, seat, isActing, now);
        return {
            seat,
            place: place + 1,
            name: scene.plainName(seat),
            isYou: scene.isYou(seat),
            kind: holder?.bot ? t(holder.is_person ? 'seat.stand_in' : 'seat.bot') : '',
            chip: chipOf(scene, seat),
            isActing,
            isAway: Boolean(holder?.is_person && holder.bot),
            presence: presenceOf(holder, seat, here),
            clock,
            isClockLow: isActing && clock !== null && clock < LOW,
            money: scene.money(seat),
            cities: observation.n_cities[seat] ?? 0,
            note: scene.edition.note(observation, seat),
            powers: held.reduce((sum, each) => sum + each.plant.output, 0),
            plants: held,
            room: sheet.plant_limit,
        };
    });
}

function chipOf(scene: Scene, seat: number): string {
    const { actor, auction } = scene.observation;
    if (scene.isOver) {
        const place = scene.observation.ranking[seat];
        return place === undefined ? '' : t('end.place', { count: place });
    }
    if (actor === seat) return t(`chip.act.${scene.phase}`);
    if (scene.phase !== 'auction') return '';
    if (auction.lot >= 0) {
        if (auction.leader === seat) return t('chip.leads', { bid: auction.bid });
        if (!hasBit(auction.contenders, seat)) return t('chip.out');
        return '';
    }
    return hasBit(auction.out, seat) ? t('chip.done') : '';
}

function clockOf(scene: Scene, seat: number, isActing: boolean, now: number): number | null {
    if (scene.isPast || scene.isOver) return null;
    const { deadline_at: deadline, time_left: left } = scene.view;
    if (isActing && deadline !== null) return deadline - now;
    // Without a clock every bank is empty.
    return left.some((each) => each > 0) ? (left[seat] ?? null) : null;
}
