/** Taking a seat back from the bot that plays it, from anywhere. */
import { sendOrder } from '../wire/orders';
import { ordersPath, readTable } from '../wire/rest';
import { ticketOf } from '../wire/tickets';

const MAX_TRIES = 5;

/** Take the seat back; true on success. Bots move on meanwhile, so it is retried at each version. */
export async function takeBack(gameId: string): Promise<boolean> {
    const ticket = ticketOf(gameId)?.ticket ?? '';
    let { version } = await readTable(gameId, ticket);
    for (let tried = 0; tried < MAX_TRIES; tried += 1) {
        const outcome = await sendOrder(ordersPath(gameId), ticket, { type: 'come_back' }, version);
        if (outcome.type === 'done') return true;
        if (outcome.type !== 'stale') return false;
        version = outcome.version;
    }
    return false;
}
