/** The text of a clause in parts that can be drawn: paragraphs, remarks and tables. */

export type Part =
    | { readonly kind: 'text' | 'code' | 'em' | 'strong'; readonly text: string }
    | { readonly kind: 'clause'; readonly text: string };

export type Block =
    | { readonly kind: 'paragraph' | 'remark'; readonly parts: readonly Part[] }
    | {
          readonly kind: 'table';
          readonly head: readonly (readonly Part[])[];
          readonly rows: readonly (readonly (readonly Part[])[])[];
      };

const MARKS = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\b([a-z]\d+\.\d+)\b/g;

/** Marks inside a line; the number of a clause becomes a part of its own. */
export function partsOf(text: string): Part[] {
    const parts: Part[] = [];
    let from = 0;
    for (const found of text.matchAll(MARKS)) {
        const [whole, code, strong, em, clause] = found;
        if (found.index > from) parts.push({ kind: 'text', text: text.slice(from, found.index) });
        if (code !== undefined) parts.push({ kind: 'code', text: code });
        else if (strong !== undefined) parts.push({ kind: 'strong', text: strong });
        else if (em !== undefined) parts.push({ kind: 'em', text: em });
        else if (clause !== undefined) parts.push({ kind: 'clause', text: clause });
        from = found.index + whole.length;
    }
    if (from < text.length) parts.push({ kind: 'text', text: text.slice(from) });
    return parts;
}

const cellsOf = (line: string): Part[][] =>
    line
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => partsOf(cell.trim()));

function tableOf(lines: readonly string[]): Block {
    const [head = '', , ...rows] = lines;
    return { kind: 'table', head: cellsOf(head), rows: rows.map(cellsOf) };
}

/** Markdown as the rules documents use it. */
export function blocksOf(markdown: string): Block[] {
    const blocks: Block[] = [];
    let kind: 'paragraph' | 'remark' | 'table' = 'paragraph';
    let lines: string[] = [];
    const close = (): void => {
        if (lines.length > 0)
            blocks.push(kind === 'table' ? tableOf(lines) : { kind, parts: partsOf(lines.join(' ')) });
        lines = [];
        kind = 'paragraph';
    };
    for (const each of markdown.split('\n')) {
        const line = each.trim();
        const isRow = line.startsWith('|');
        if (line === '' || line.startsWith('- ') || isRow !== (kind === 'table')) close();
        if (line === '') continue;
        if (line.startsWith('- ')) kind = 'remark';
        else if (isRow) kind = 'table';
        lines.push(line.replace(/^- /, ''));
    }
    close();
    return blocks;
}
