// Byte encoding of the protocol.

/** WebCrypto rejects arrays that could be in shared memory. */
export type Bytes = Uint8Array<ArrayBuffer>;

export function ascii(text: string): Bytes {
    return new TextEncoder().encode(text);
}

export function join(...parts: Bytes[]): Bytes {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) {
        whole.set(part, at);
        at += part.length;
    }
    return whole;
}

/** Four bytes, big-endian. */
export function number(value: number): Bytes {
    const bytes = new Uint8Array(4);
    new DataView(bytes.buffer).setUint32(0, value);
    return bytes;
}

/** A part with its length as prefix. */
export function prefixed(part: Bytes): Bytes {
    return join(number(part.length), part);
}

export function fromHex(digits: string): Bytes {
    const bytes = new Uint8Array(digits.length / 2);
    for (let at = 0; at < bytes.length; at++) bytes[at] = parseInt(digits.slice(2 * at, 2 * at + 2), 16);
    return bytes;
}

export function toHex(bytes: Bytes): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function sha256(bytes: Bytes): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export async function macKey(key: Bytes): Promise<CryptoKey> {
    return crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

export async function hmac(key: CryptoKey, text: Bytes): Promise<Bytes> {
    return new Uint8Array(await crypto.subtle.sign('HMAC', key, text));
}
