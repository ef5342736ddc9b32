/** The map as an interface for the bar and its keys. */

/** A city under the keyboard focus that Enter would add. */
export interface Standing {
    readonly city: number;
    /** Label of the button in the inspector. */
    readonly label: string;
    readonly add: () => void;
}

/** Actions of the table's keys on the map. */
export interface MapCommands {
    /** Move the focus to the next city in the direction of an arrow key. */
    press(key: string): void;
    /** Close the inspector; false if it was closed. */
    close(): boolean;
}
