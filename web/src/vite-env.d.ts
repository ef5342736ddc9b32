/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Served by `tools/words.ts`. */
declare module 'gridwright:words' {
    /** Loaders of the page's words, by language. */
    const found: Readonly<Record<string, () => Promise<Record<string, string>>>>;
    export default found;
}
declare module 'gridwright:boards' {
    /** Loaders of all boards' words by their names, by language. */
    const found: Readonly<Record<string, () => Promise<Readonly<Record<string, Record<string, string>>>>>>;
    export default found;
}
