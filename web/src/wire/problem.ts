import type { RefusalCode } from '../protocol/api';

/** A failed request, with its reason. */
export class WireProblem extends Error {
    constructor(
        /** 0: the server did not answer. */
        readonly status: number,
        readonly detail: string,
        /** Seconds until a retry makes sense; 0 if the server named none. */
        readonly retryAfter = 0,
        /** Empty if the response is not the server's. */
        readonly code: RefusalCode | '' = '',
        /** Numbers in the server's answer. */
        readonly numbers: Readonly<Record<string, number>> = {},
    ) {
        super(detail);
    }
}
