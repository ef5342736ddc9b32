/// <reference types="svelte" />
/// <reference types="vite/client" />

/** Served by `tools/words.ts`. */
declare module 'gridwright:words' {
    /** What fetches the words of the page, by language. */
    const found: Readonly<Record<string, () => Promise<Record<string, string>>>>;
    export default found;
}
declare module 'gridwright:boards' {
    /** What fetches the words of all boards by their names, by language. */
    const found: Readonly<Record<string, () => Promise<Readonly<Record<string, Record<string, string>>>>>>;
    export default found;
}
