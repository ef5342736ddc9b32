/**
 * A bad network between a browser and a server: everything is late, some WebSocket frames are lost, and
 * some requests are cut before the server received them or before the browser received the answer.
 */
import http from 'node:http';

/** The same losses for the same seed, as far as the order of arrival is the same. */
export function chance(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Splits a stream of bytes into whole WebSocket frames. */
export class FrameReader {
    #held = Buffer.alloc(0);

    /** Add bytes; returns the frames that are complete now. */
    push(bytes) {
        this.#held = Buffer.concat([this.#held, bytes]);
        const frames = [];
        for (let size = this.#size(); size > 0 && size <= this.#held.length; size = this.#size()) {
            frames.push(this.#held.subarray(0, size));
            this.#held = this.#held.subarray(size);
        }
        return frames;
    }

    /** Length of the first frame with its header; 0 while the header is incomplete. */
    #size() {
        const held = this.#held;
        if (held.length < 2) return 0;
        const short = held[1] & 0x7f;
        const mask = held[1] & 0x80 ? 4 : 0;
        if (short < 126) return 2 + mask + short;
        if (short === 126) return held.length < 4 ? 0 : 4 + mask + held.readUInt16BE(2);
        return held.length < 10 ? 0 : 10 + mask + Number(held.readBigUInt64BE(2));
    }
}

const LOSSY = /^\/api\/tables\/[^/]+(\/(orders|entries|sheet))?(\?|$)/;
/** Making a table is not idempotent: a retry after a lost answer would make another table. */
const isLossy = (request) => LOSSY.test(request.url) && (request.method === 'GET' || request.url.endsWith('/orders'));

export class LossyLine {
    /** @param {{ to: string, loss: number, delay: number, seed: number }} options */
    constructor({ to, loss, delay, seed }) {
        this.to = new URL(to);
        this.loss = loss;
        this.delay = delay;
        this.random = chance(seed);
        this.forget();
        this.lines = new Set();
        this.server = http.createServer((request, answer) => this.#ask(request, answer));
        this.server.on('upgrade', (request, socket, head) => this.#watch(request, socket, head));
        this.server.on('connection', (socket) => {
            this.lines.add(socket);
            socket.on('close', () => this.lines.delete(socket));
        });
    }

    /** Reset the counters. */
    forget() {
        this.counts = {
            sockets: 0,
            frames_down: 0,
            frames_down_dropped: 0,
            frames_up: 0,
            frames_up_dropped: 0,
            requests: 0,
            cut_before: 0,
            cut_after: 0,
        };
        /** The number of times each order reached the server, and the orders it confirmed. */
        this.reached = new Map();
        this.done = new Set();
    }

    async open() {
        await new Promise((ready) => this.server.listen(0, '127.0.0.1', ready));
        this.address = `http://127.0.0.1:${this.server.address().port}`;
    }

    close() {
        for (const line of this.lines) line.destroy();
        return new Promise((gone) => this.server.close(gone));
    }

    #lost() {
        return this.random() < this.loss;
    }

    #later(work) {
        setTimeout(work, this.delay);
    }

    #upstream(request, headers) {
        return http.request({
            host: this.to.hostname,
            port: this.to.port,
            method: request.method,
            path: request.url,
            headers,
            agent: false,
        });
    }

    async #ask(request, answer) {
        const parts = [];
        for await (const part of request) parts.push(part);
        const body = Buffer.concat(parts);
        const lossy = isLossy(request);
        this.counts.requests += 1;
        if (lossy && this.#lost()) {
            this.counts.cut_before += 1;
            this.#later(() => answer.destroy());
            return;
        }
        this.#later(() => {
            const onward = this.#upstream(request, request.headers);
            onward.on('error', () => answer.destroy());
            onward.on('response', (response) => void this.#answer(request, body, response, answer, lossy));
            onward.end(body);
        });
    }

    async #answer(request, body, response, answer, lossy) {
        const parts = [];
        for await (const part of response) parts.push(part);
        const whole = Buffer.concat(parts);
        if (request.url.endsWith('/orders')) this.#note(body, whole);
        const isCut = lossy && this.#lost();
        if (isCut) this.counts.cut_after += 1;
        this.#later(() => {
            if (isCut) answer.destroy();
            else answer.writeHead(response.statusCode, response.headers).end(whole);
        });
    }

    #note(order, answer) {
        const { command_id: name, type } = JSON.parse(order.toString());
        this.reached.set(name, (this.reached.get(name) ?? 0) + 1);
        if (type === 'act' && JSON.parse(answer.toString()).type === 'done') this.done.add(name);
    }

    #watch(request, socket, head) {
        this.counts.sockets += 1;
        // No compression across frames, so that single frames can be dropped.
        const { 'sec-websocket-extensions': _without, ...headers } = request.headers;
        socket.on('error', () => {});
        this.#later(() => {
            const onward = this.#upstream(request, headers);
            onward.on('error', () => socket.destroy());
            onward.on('response', () => socket.destroy());
            onward.on('upgrade', (response, far, first) => {
                far.on('error', () => socket.destroy());
                const lines = [`HTTP/1.1 101 ${response.statusMessage}`];
                for (let place = 0; place < response.rawHeaders.length; place += 2)
                    lines.push(`${response.rawHeaders[place]}: ${response.rawHeaders[place + 1]}`);
                this.#later(() => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
                this.#carry(far, socket, first, 'frames_down');
                this.#carry(socket, far, head, 'frames_up');
            });
            onward.end();
        });
    }

    /** Forward frames from one end to the other, with delay and losses. */
    #carry(from, to, first, name) {
        const reader = new FrameReader();
        const take = (bytes) => {
            for (const frame of reader.push(bytes)) {
                this.counts[name] += 1;
                if (this.#lost()) this.counts[`${name}_dropped`] += 1;
                else this.#later(() => to.writable && to.write(frame));
            }
        };
        if (first.length > 0) take(first);
        from.on('data', take);
        from.on('close', () => this.#later(() => to.destroy()));
    }
}

export async function openLossyLine(options) {
    const line = new LossyLine(options);
    await line.open();
    return line;
}
