/** Tables without what only their viewer may know, for a device that several people share. */
import { HIDDEN, SPECTATOR } from '../game/ids';
import type { TableFrame, TableView } from '../protocol/api';

/** The table with the money of every seat hidden. */
export function withoutMoney(view: TableView): TableView {
    const { observation } = view;
    return observation
        ? { ...view, observation: { ...observation, money: observation.money.map(() => HIDDEN) } }
        : view;
}

/** The table as a spectator sees it. */
export function publicFrame(view: TableView): TableFrame {
    const { observation, ...others } = withoutMoney(view);
    const seen = observation && { ...observation, viewer: SPECTATOR };
    const own = { viewer: SPECTATOR, offers: [], warnings: [], fuel: null, power: null, undo: null };
    return { type: 'table', version: view.version, table: { ...others, ...own, observation: seen } };
}
