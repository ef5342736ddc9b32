/** A line of the log: a seat's marker, and its name in bold among the words. */
export interface LogLine {
    id: string;
    seat: number;
    before: string;
    name: string;
    after: string;
    /** Version of a bot's move, to request its reasons. */
    move?: number;
    /** True if the reader's bid limit made the move. */
    isByLimit?: boolean;
    /** Symbol for the kind of line; most have none. */
    icon?: string;
}

/** The lines of a phase, under its name. */
export interface LogChapter {
    id: string;
    /** When the phase began. */
    version: number;
    title: string;
    lines: readonly LogLine[];
}
