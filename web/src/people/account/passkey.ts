/** Passkeys: the server's options in the browser's format, and the response as text. */
import type { Asked } from '../../protocol/api';

interface Descriptor {
    id: string;
    type: 'public-key';
    transports?: AuthenticatorTransport[];
}
interface Options {
    challenge: string;
    user?: { id: string; name: string; displayName: string };
    excludeCredentials?: Descriptor[];
    allowCredentials?: Descriptor[];
}
/** Answer of a passkey, with its bytes as text. */
export interface Answer {
    id: string;
    rawId: string;
    type: string;
    response: Record<string, string | string[]>;
}

/** True if this browser supports passkeys; only secure pages may. */
export const hasPasskeys = (): boolean => isSecureContext && 'PublicKeyCredential' in globalThis;

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
    const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
    const plain = String.fromCharCode(...new Uint8Array(bytes));
    return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function described(found: Descriptor[] | undefined): PublicKeyCredentialDescriptor[] {
    return (found ?? []).map((each) => ({ ...each, id: bytesOf(each.id) }));
}

/** Create a passkey on this device. */
export async function makeKey(asked: Asked): Promise<Answer> {
    const options = asked.options as unknown as Options;
    const user = { ...options.user, id: bytesOf(options.user?.id ?? '') };
    const publicKey = {
        ...options,
        challenge: bytesOf(options.challenge),
        user,
        excludeCredentials: described(options.excludeCredentials),
    };
    const made = await navigator.credentials.create({
        publicKey: publicKey as unknown as PublicKeyCredentialCreationOptions,
    });
    const key = made as PublicKeyCredential;
    const response = key.response as AuthenticatorAttestationResponse;
    return answer(key, {
        clientDataJSON: textOf(response.clientDataJSON),
        attestationObject: textOf(response.attestationObject),
        transports: response.getTransports(),
    });
}

/** Sign a challenge with a passkey of this device. */
export async function useKey(asked: Asked): Promise<Answer> {
    const options = asked.options as unknown as Options;
    const publicKey = {
        ...options,
        challenge: bytesOf(options.challenge),
        allowCredentials: described(options.allowCredentials),
    };
    const found = await navigator.credentials.get({
        publicKey: publicKey as unknown as PublicKeyCredentialRequestOptions,
    });
    const key = found as PublicKeyCredential;
    const response = key.response as AuthenticatorAssertionResponse;
    return answer(key, {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
        ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
    });
}

function answer(key: PublicKeyCredential, response: Answer['response']): Answer {
    return { id: key.id, rawId: textOf(key.rawId), type: key.type, response };
}
