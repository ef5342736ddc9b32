/** The language in use; reading it makes a component follow it. */
export const chosen = $state({ language: 'en' });
