/** The map as the bar and its keys know it. */

/** A city under the keyboard focus that Enter would add. */
export interface Standing {
    readonly city: number;
    /** Label of the button in the inspector. */
    readonly label: string;
    readonly add: () => void;
}

/** Actions of the table's keys on the map. */
export interface MapHand {
    /** Move the focus from its city by an arrow. */
    press(key: string): void;
    /** Put the inspector away; false if there was none. */
    close(): boolean;
}
