/** URLs for sharing a table, derived from the URL of its page. */

const tableOf = (link: string): string => new URL(link).pathname.split('/').pop() ?? '';

/** The picture of a table, or of a moment of it. */
export function pictureOf(link: string, at: number | null, language: string): string {
    const address = new URL(`/cards/${tableOf(link)}.png`, link);
    if (at !== null) address.searchParams.set('at', String(at));
    address.searchParams.set('lang', language);
    return address.href;
}

/** HTML that embeds the replay in another page. */
export function codeOf(link: string, at: number | null, title: string): string {
    const address = new URL(`/embed/${tableOf(link)}`, link);
    if (at !== null) address.searchParams.set('at', String(at));
    const quoted = title.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    return `<iframe src="${address.href}" title="${quoted}" width="800" height="560" style="border:0;max-width:100%" loading="lazy"></iframe>`;
}
