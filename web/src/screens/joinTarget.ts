/** What a player typed or pasted to join: a table by its link or id, or a spoken room code. */
export type JoinTarget = { readonly table: string } | { readonly code: string };

/** Ids of tables are longer: a text of so few letters is a code, right or mistyped. */
const MAX_LETTERS = 12;

export function joinTarget(text: string): JoinTarget | null {
    const typed = text.trim();
    const [, kind, linked] = /\/([tj])\/([A-Za-z0-9_-]{1,64})\/?(?:[?#].*)?$/.exec(typed) ?? [];
    if (linked !== undefined) return kind === 'j' ? { code: roomCode(linked) } : { table: linked };
    const code = roomCode(typed);
    if (/^[a-z]+$/.test(code) && code.length <= MAX_LETTERS) return { code };
    return /^[A-Za-z0-9_-]{1,64}$/.test(typed) ? { table: typed } : null;
}

/** The code as the server stores it. */
function roomCode(typed: string): string {
    return typed.replace(/[\s\u2010-\u2013-]/gu, '').toLowerCase();
}

/** The code in two halves, which are easier to read out. */
export function spokenCode(code: string): string {
    const half = code.length / 2;
    return `${code.slice(0, half)}-${code.slice(half)}`;
}
