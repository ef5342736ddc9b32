// The protocol gridwright-fair-1: the commitment, the keys, and the draws from a key.

import { type Bytes, ascii, fromHex, hmac, join, macKey, number, prefixed, sha256, toHex } from './bytes.js';

const LABEL = ascii('gridwright-fair-1');
const N_WORDS = 2 ** 32;
const BLOCK_WORDS = 8;

/** Commitment published by the server before any seat contributes a number. */
export async function commitment(gameId: string, rules: string, seed: string): Promise<string> {
    const text = join(LABEL, prefixed(ascii(gameId)), prefixed(ascii(rules)), fromHex(seed));
    return toHex(await sha256(text));
}

export type Contribution = readonly [seat: number, digits: string];

/** One key for each purpose, from the seed and the players' contributions by ascending seat. */
export class Keys {
    readonly #master: Promise<CryptoKey>;

    constructor(seed: string, gameId: string, contributions: readonly Contribution[]) {
        const given = contributions.map(([seat, digits]) => join(number(seat), prefixed(fromHex(digits))));
        const text = join(LABEL, prefixed(ascii(gameId)), ...given);
        this.#master = macKey(fromHex(seed))
            .then((key) => hmac(key, text))
            .then(macKey);
    }

    async stream(purpose: string): Promise<Stream> {
        return new Stream(await macKey(await hmac(await this.#master, ascii(purpose))));
    }
}

/** 32-bit words: the eight of each HMAC-SHA256(key, counter). */
export class Stream {
    readonly #key: CryptoKey;
    #counter = 0;
    #words: number[] = [];

    constructor(key: CryptoKey) {
        this.#key = key;
    }

    static async of(key: Bytes): Promise<Stream> {
        return new Stream(await macKey(key));
    }

    async word(): Promise<number> {
        if (this.#words.length === 0) await this.#refill();
        return this.#words.shift()!;
    }

    /** A number below the bound, each equally likely. */
    async below(bound: number): Promise<number> {
        const limit = N_WORDS - (N_WORDS % bound);
        for (;;) {
            const word = await this.word();
            if (word < limit) return word % bound;
        }
    }

    /** A shuffled copy (Fisher-Yates, from the last place down). */
    async shuffled<T>(items: readonly T[]): Promise<T[]> {
        const order = [...items];
        for (let place = order.length - 1; place > 0; place--) {
            const other = await this.below(place + 1);
            [order[place], order[other]] = [order[other]!, order[place]!];
        }
        return order;
    }

    async #refill(): Promise<void> {
        const counter = new Uint8Array(8);
        new DataView(counter.buffer).setBigUint64(0, BigInt(this.#counter));
        this.#counter += 1;
        const block = new DataView((await hmac(this.#key, counter)).buffer);
        for (let word = 0; word < BLOCK_WORDS; word++) this.#words.push(block.getUint32(4 * word));
    }
}
