import type { RefusalCode } from '../protocol/api';

/** A failed request, with its reason. */
export class WireProblem extends Error {
    constructor(
        /** 0: the server did not answer. */
        readonly status: number,
        readonly detail: string,
        /** Seconds until it makes sense to try again; 0 if the server named none. */
        readonly retryAfter = 0,
        /** Empty: the answer was not the server's. */
        readonly code: RefusalCode | '' = '',
        /** Numbers in the server's answer. */
        readonly numbers: Readonly<Record<string, number>> = {},
    ) {
        super(detail);
    }
}
