/** A choice of a new table, as a station down its line. */
export interface Station {
    readonly section: string;
    readonly title: string;
    readonly value: string;
    /** True if nothing was chosen there. */
    readonly isEmpty?: boolean;
}
