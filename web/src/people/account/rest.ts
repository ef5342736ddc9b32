/** Nights and days off, at all tables that are played by turn. */
import type { MyTable, SeatView, TableView } from '../../protocol/api';
import { sendOrder, type OrderDraft } from '../../wire/orders';
import { listMyTables } from '../../wire/people';
import { ordersPath, readTable } from '../../wire/rest';

export interface SlowTable {
    table: MyTable;
    view: TableView;
    seat: SeatView;
}

/** Running tables whose clock allows nights and days off. */
export async function slowTables(): Promise<SlowTable[]> {
    const mine = (await listMyTables()).filter((each) => each.status === 'running');
    const read = mine.map(async (table): Promise<SlowTable[]> => {
        const { table: view } = await readTable(table.game_id, '');
        const seat = view.seats[table.seat];
        return seat && isSlow(view, seat) ? [{ table, view, seat }] : [];
    });
    return (await Promise.all(read)).flat();
}

/** A live game has time banks; a game by turns has a deadline without any, or a night or day off is set. */
function isSlow(view: TableView, seat: SeatView): boolean {
    if (seat.vacation_days_left > 0 || seat.vacation || seat.night) return true;
    return view.deadline_at !== null && view.time_left.every((left) => left === 0);
}

/** Send an order to every table; returns the number that accepted it. */
export async function sendToAll(tables: readonly SlowTable[], draft: OrderDraft): Promise<number> {
    const outcomes = await Promise.all(
        tables.map(({ table, view }) => sendOrder(ordersPath(table.game_id), '', draft, view.version)),
    );
    return outcomes.filter((outcome) => outcome.type === 'done').length;
}

/** "23:00" as minutes of the day. */
export function minutesOf(clock: string): number {
    const [hours = 0, minutes = 0] = clock.split(':').map(Number);
    return hours * 60 + minutes;
}

export function clockOf(minutes: number): string {
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
