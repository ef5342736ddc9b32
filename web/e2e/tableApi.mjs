/** Tables of a server by its HTTP API: made, seated and played without a page. */
import assert from 'node:assert/strict';

const PAUSE_MS = 100;

export class TableApi {
    #address;

    constructor(address) {
        this.#address = address;
    }

    async ask(method, path, body, ticket = '') {
        const headers = {
            'content-type': 'application/json',
            ...(ticket ? { authorization: `Bearer ${ticket}` } : {}),
        };
        const answer = await fetch(this.#address + path, { method, headers, body: body && JSON.stringify(body) });
        return { status: answer.status, body: await answer.json() };
    }

    async viewOf(gameId) {
        return (await this.ask('GET', `/api/tables/${gameId}`)).body.table;
    }

    /** Send an order, again while the table changes. */
    async order(gameId, ticket, request) {
        for (let tried = 0; ; tried += 1) {
            const { version } = await this.viewOf(gameId);
            const sent = { ...request, command_id: `${request.type}-${tried}-${version}`, expected: version };
            const { status, body } = await this.ask('POST', `/api/tables/${gameId}/orders`, sent, ticket);
            if (status === 200) return;
            assert.equal(status, 409, JSON.stringify(body));
        }
    }

    async until(gameId, status) {
        while ((await this.viewOf(gameId)).status !== status) await new Promise((done) => setTimeout(done, PAUSE_MS));
    }

    /** A running game of a person at the first seat and bots; returns its id and the person's ticket. */
    async begun(spec, person, botNames) {
        const gameId = (await this.ask('POST', '/api/tables', { spec })).body.game_id;
        const seats = `/api/tables/${gameId}/seats`;
        const { ticket } = (await this.ask('POST', `${seats}/0`, { name: person })).body;
        for (let seat = 1; seat < spec.seats; seat += 1)
            await this.ask('POST', `${seats}/${seat}`, { name: botNames[seat - 1], bot: 'l1' });
        await this.order(gameId, ticket, { type: 'ready' });
        await this.until(gameId, 'running');
        return { gameId, ticket };
    }
}
