import type { RefusalCode, RefusedFrame } from '../protocol/api';

/** Codes of the server, and those of this browser: it got no answer, another window plays, or its storage is full. */
export type Code = RefusalCode | 'no_response' | 'other_window' | 'storage_full';
/** Reason for the refusal of an order or a city, without the server's English text. */
export type Reason = Pick<RefusedFrame, 'clause' | 'code' | 'numbers'>;

/** A failed request, with its reason. */
export class WireProblem extends Error {
    constructor(
        /** 0: the server did not answer. */
        readonly status: number,
        /** The server's English text, for the console only; `problemText` has words for people. */
        detail: string,
        /** Seconds until a retry makes sense; 0 if the server named none. */
        readonly retryAfter = 0,
        /** Empty if the response is not the server's. */
        readonly code: Code | '' = '',
        /** Numbers in the server's answer. */
        readonly numbers: Readonly<Record<string, number>> = {},
    ) {
        super(detail);
    }
}
