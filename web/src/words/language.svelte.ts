class Chosen {
    language = $state('en');
    /** Boards whose words are loaded. */
    nBoards = $state(0);

    /** Itself. A component that reads it is drawn again when the language changes or a board's words are loaded. */
    heard(): this {
        void this.nBoards;
        return this;
    }
}

/** The language in use; reading it makes a component follow it. */
export const chosen = new Chosen();
