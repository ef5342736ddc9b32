/** A choice of a new table, as a station down its line. */
export interface Station {
    readonly section: string;
    readonly title: string;
    readonly value: string;
    /** Nothing was set there. */
    readonly isEmpty?: boolean;
}
