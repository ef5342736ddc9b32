class Chosen {
    language = $state('en');
}

/** The language in use; reading it makes a component follow it. */
export const chosen = new Chosen();
