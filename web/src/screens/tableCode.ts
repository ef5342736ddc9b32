/** The table that a link or a code names; empty if it names none. */
export function tableCode(text: string): string {
    const said = text.trim();
    const linked = /\/t\/([A-Za-z0-9_-]{1,64})\/?(?:[?#].*)?$/.exec(said);
    if (linked) return linked[1] ?? '';
    return /^[A-Za-z0-9_-]{1,64}$/.test(said) ? said : '';
}
