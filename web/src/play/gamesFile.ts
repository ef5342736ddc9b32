/**
 * All games of this browser as one file: lines of JSON, packed by gzip. The first line says what the file is; each
 * further one is a game with its whole log. The last names the SHA-256 of all lines before it, where the browser has it;
 * gzip has a check of its own.
 */
import type { StoredGame } from './games';

const KIND = 'gridwright games';
const FORMAT = 1;
/** Longest text of a file that is read, in characters. */
const MAX_CHARACTERS = 200_000_000;

export interface GamesFile {
    readonly games: readonly StoredGame[];
    /** What the page keeps beside the games, by its names: seats, settings, the reader's name. */
    readonly kept: Readonly<Record<string, string>>;
}

interface Head {
    readonly kind: string;
    readonly format: number;
    readonly made: string;
    readonly kept: Readonly<Record<string, string>>;
}

/** Why a file cannot be read. */
export class FileProblem extends Error {
    constructor(readonly reason: 'damaged' | 'foreign' | 'newer') {
        super(`the file is ${reason}`);
    }
}

export async function packGames({ games, kept }: GamesFile, now = new Date()): Promise<Blob> {
    const head: Head = { kind: KIND, format: FORMAT, made: now.toISOString(), kept };
    const lines = [head, ...games].map((each) => `${JSON.stringify(each)}\n`).join('');
    const text = `${lines}${JSON.stringify({ sha256: await digestOf(lines) })}\n`;
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
    return new Response(stream).blob();
}

/** Raises FileProblem. */
export async function readGames(file: Blob): Promise<GamesFile> {
    const text = await unpacked(file);
    const lines = text.split('\n');
    const head = readLine(lines[0] ?? '') as Partial<Head> | null;
    if (head?.kind !== KIND) throw new FileProblem('foreign');
    if (head.format !== FORMAT) throw new FileProblem('newer');
    const end = readLine(lines.at(-2) ?? '') as { sha256?: string } | null;
    if (lines.length < 3 || lines.at(-1) !== '' || typeof end?.sha256 !== 'string') throw new FileProblem('damaged');
    const digest = await digestOf(text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1));
    if (digest && end.sha256 && digest !== end.sha256) throw new FileProblem('damaged');
    const games = lines.slice(1, -2).map(readLine);
    if (!games.every(isGame)) throw new FileProblem('damaged');
    const kept = Object.entries(head.kept ?? {}).filter((each) => typeof each[1] === 'string');
    return { games, kept: Object.fromEntries(kept) };
}

async function unpacked(file: Blob): Promise<string> {
    const magic = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    if (magic[0] !== 0x1f || magic[1] !== 0x8b) throw new FileProblem('foreign');
    const parts: string[] = [];
    let length = 0;
    try {
        const stream = file.stream().pipeThrough(new DecompressionStream('gzip'));
        const reader = stream.pipeThrough(new TextDecoderStream('utf-8', { fatal: true })).getReader();
        for (;;) {
            const { done, value } = await reader.read();
            if (done) break;
            length += value.length;
            if (length > MAX_CHARACTERS) throw new Error('the file is too long');
            parts.push(value);
        }
    } catch {
        throw new FileProblem('damaged');
    }
    return parts.join('');
}

function readLine(line: string): unknown {
    try {
        return JSON.parse(line);
    } catch {
        return null;
    }
}

function isGame(found: unknown): found is StoredGame {
    const { row, entries } = (found ?? {}) as Partial<StoredGame>;
    return typeof row === 'string' && Array.isArray(entries) && entries.every((each) => typeof each === 'string');
}

/** In hexadecimal digits; empty where the page is not a secure context. */
async function digestOf(text: string): Promise<string> {
    const { subtle } = crypto as { subtle?: SubtleCrypto };
    if (!subtle) return '';
    const digest = await subtle.digest('SHA-256', new TextEncoder().encode(text));
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
