class Chosen {
    language = $state('en');
    /** How many boards brought their words. */
    nBoards = $state(0);

    /** Itself, for whoever says words: drawn again when the language changes or a board's words have come. */
    heard(): this {
        void this.nBoards;
        return this;
    }
}

/** The language in use; reading it makes a component follow it. */
export const chosen = new Chosen();
