/** Canonical JSON: sorted keys, no spaces, ASCII only; equal values have equal texts. */
export function canonical(value: unknown): string {
    if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
    if (typeof value === 'object' && value !== null) {
        const record = value as Record<string, unknown>;
        const pairs = Object.keys(record)
            .sort()
            .map((key) => `${quoted(key)}:${canonical(record[key])}`);
        return `{${pairs.join(',')}}`;
    }
    return typeof value === 'string' ? quoted(value) : JSON.stringify(value);
}

function quoted(text: string): string {
    const escape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return JSON.stringify(text).replace(/[\u007f-\uffff]/g, escape);
}
