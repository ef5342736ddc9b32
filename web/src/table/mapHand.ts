/** What the bar and its keys know of the map. */

/** A city where the keyboard stands and that Enter would add. */
export interface Standing {
    readonly city: number;
    /** What the button in the inspector says. */
    readonly label: string;
    readonly add: () => void;
}

/** What keys of the table do on the map. */
export interface MapHand {
    /** Go on from the city where the keyboard stands, by an arrow. */
    press(key: string): void;
    /** Put the inspector away; false if there was none. */
    close(): boolean;
}
