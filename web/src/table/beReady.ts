/** Mark a seat as ready by its ticket, with a contribution to the deal. */
import { laterKept } from '../fair/laterKept';
import { sendOrder } from '../wire/orders';
import { WireProblem } from '../wire/problem';
import { ordersPath, readTableWithRetry } from '../wire/rest';

export async function beReady(gameId: string, seat: number, ticket: string): Promise<void> {
    const { getReady } = await laterKept();
    for (;;) {
        const { version, table } = await readTableWithRetry(gameId, '');
        const isReady = await getReady(gameId, seat, table.commitment, async (contribution) => {
            const outcome = await sendOrder(ordersPath(gameId), ticket, { type: 'ready', contribution }, version);
            if (outcome.type === 'refused') throw new WireProblem(422, '', 0, outcome.code);
            return outcome.type === 'done';
        });
        // Another player was faster; the commitment may have changed.
        if (isReady) return;
    }
}
