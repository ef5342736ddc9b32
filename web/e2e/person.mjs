/** A player without a browser: the same strategy, by orders over HTTP. It brings a table to the state that a proof looks at. */
import { randomBytes } from 'node:crypto';

import { cityToBuild, fuelToBuy, plantToOffer, situation, wantsBid } from './strategy.mjs';

const PAUSE = 40;

export async function post(address, path, body, ticket = '') {
    const headers = { 'content-type': 'application/json', ...(ticket ? { authorization: `Bearer ${ticket}` } : {}) };
    const answer = await fetch(address + path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer.json();
}

const members = (mask) => [...mask.toString(2)].reverse().flatMap((bit, place) => (bit === '1' ? [place] : []));

export class Person {
    built = 0;
    tried = new Set();
    bought = false;

    constructor(address, gameId, ticket, sheet) {
        Object.assign(this, { address, gameId, ticket, sheet, path: `/api/tables/${gameId}` });
    }

    async view() {
        const answer = await fetch(this.address + this.path, { headers: { authorization: `Bearer ${this.ticket}` } });
        return (await answer.json()).table;
    }

    order(request, version) {
        return post(
            this.address,
            `${this.path}/orders`,
            { ...request, command_id: randomBytes(12).toString('hex'), expected: version },
            this.ticket,
        );
    }

    act(deed, version) {
        return this.order({ type: 'act', do: deed }, version);
    }

    /** Play until `enough(view, offers)` at a decision of this seat, or until the end; returns the view then. */
    async play(enough) {
        let refused = '';
        for (;;) {
            const view = await this.view();
            const isOver =
                view.observation?.ranking.some((place) => place > 0) &&
                view.offers.length === 0 &&
                view.status === 'finished';
            if (isOver) return { view, isOver: true };
            if (view.offers.length === 0) {
                await new Promise((done) => setTimeout(done, PAUSE));
                continue;
            }
            const now = situation(view, this.sheet);
            if (
                await enough(
                    view,
                    now.offers.map(({ offer }) => offer),
                )
            )
                return { view, isOver: false };
            const deed = this.decide(now);
            const { type, problem } = await this.act(deed, view.version);
            const attempt = `${view.version}: ${JSON.stringify(deed)}`;
            // A refused order is followed by another one; the same order would be refused again and again.
            if (type === 'refused' && attempt === refused) throw new Error(`${attempt} was refused: ${problem}`);
            refused = type === 'refused' ? attempt : '';
        }
    }

    /** The next order. */
    decide(now) {
        const may = (kind) => now.offers.find(({ offer }) => offer === kind);
        if (!may('buy') && !may('finish-buying')) {
            this.tried.clear();
            this.bought = false;
        }
        if (!may('connect') && !may('finish-building')) this.built = 0;
        if (may('bid')) return wantsBid(now) ? { do: 'bid', amount: may('bid').low } : { do: 'drop' };
        if (may('offer')) return this.#put(now, may('offer'));
        if (may('scrap'))
            return { do: 'scrap', plant: now.plantNames[may('scrap').plants[0]], lost: may('scrap').lows[0], more: 0 };
        if (may('buy') || may('finish-buying')) return this.#buy(now, may('buy-card'));
        if (may('connect')) return this.#build(now);
        const running = may('run') ?? may('produce');
        if (running) return this.#run(now, running);
        if (may('draft')) return { do: 'draft', region: this.sheet.regions[may('draft').regions[0]].id };
        if (may('place-trust')) return { do: 'place-trust', city: now.cityNames[may('place-trust').cities[0]] };
        return { do: now.offers[0].offer };
    }

    #put(now, offer) {
        const card = plantToOffer(now);
        return card === null
            ? { do: 'pass' }
            : { do: 'offer', plant: now.plantNames[card], bid: offer.lows[offer.plants.indexOf(card)] };
    }

    #buy(now, cards) {
        if (cards && !this.bought) {
            this.bought = true;
            return { do: 'buy-card', card: now.fuelCards[cards.cards[0]].name, price: cards.prices[0] };
        }
        const fuel = fuelToBuy(now, this.tried);
        return fuel
            ? { do: 'buy', resource: now.kindNames[fuel.resource], amount: fuel.amount }
            : { do: 'finish-buying' };
    }

    #build(now) {
        const city = cityToBuild(now, this.built);
        this.built += 1;
        return city === null ? { do: 'finish-building' } : { do: 'connect', city: now.cityNames[city] };
    }

    #run(now, running) {
        const plants =
            members(running.best)
                .map((card) => now.plantNames[card])
                .join('+') || 'nothing';
        const first = running.runs.find(([mask]) => mask === running.best)?.[1] ?? 0;
        return running.offer === 'run'
            ? { do: 'run', plants, first }
            : { do: 'produce', plants, first, turns: 'nothing' };
    }
}

const BOT_NAMES = ['Blaise', 'Grete', 'Hedy', 'Nikola', 'Alan'];

/** A table with a person on the first seat and bots on the others; the game has begun. */
export async function sitWithBots(
    address,
    { edition, preset, board, seats, regions },
    { name = 'Ada', bot = 'l1', contribution = randomBytes(32).toString('hex') } = {},
) {
    const choices = await (await fetch(`${address}/api/choices`)).json();
    const plain = choices.editions.find(({ id }) => id === edition).presets[0];
    const spec = {
        edition,
        preset: preset ?? plain.id,
        board: board ?? plain.boards[0].id,
        seats,
        ...(regions ? { regions } : {}),
    };
    const { game_id: gameId } = await post(address, '/api/tables', { spec, listed: false });
    const path = `/api/tables/${gameId}`;
    const { ticket } = await post(address, `${path}/seats/0`, { name, bot: '' });
    for (let seat = 1; seat < seats; seat += 1)
        await post(address, `${path}/seats/${seat}`, { name: BOT_NAMES[seat - 1], bot });
    const sheet = await (await fetch(`${address}${path}/sheet`)).json();
    const person = new Person(address, gameId, ticket, sheet);
    const { version } = await person.view();
    await person.order({ type: 'ready', contribution }, version);
    return person;
}

/** A table where every seat is a person's without a browser; the game has begun. */
export async function sitTogether(address, spec) {
    const { game_id: gameId } = await post(address, '/api/tables', { spec, listed: false });
    const path = `/api/tables/${gameId}`;
    const sheet = await (await fetch(`${address}${path}/sheet`)).json();
    const people = [];
    for (const [seat, name] of ['Ada', ...BOT_NAMES].slice(0, spec.seats).entries()) {
        const { ticket } = await post(address, `${path}/seats/${seat}`, { name, bot: '' });
        people.push(new Person(address, gameId, ticket, sheet));
    }
    for (const person of people) {
        const { version } = await person.view();
        await person.order({ type: 'ready', contribution: randomBytes(32).toString('hex') }, version);
    }
    return people;
}

/** Let a browser take the seat of a person. */
export function lendSeat(context, { gameId, ticket }) {
    return context.addInitScript(
        // An empty page has no storage.
        ([key, kept]) => location.protocol.startsWith('http') && localStorage.setItem(key, kept),
        [`gridwright.ticket.${gameId}`, JSON.stringify({ ticket, seat: 0, at: 1 })],
    );
}
