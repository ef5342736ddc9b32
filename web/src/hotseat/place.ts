/** A place at a shared device: a person's name, or a bot. */
export interface Place {
    name: string;
    isPerson: boolean;
}
