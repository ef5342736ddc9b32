/** Messages of one speaker in a row, under one head. */
import type { ChatLine } from '../protocol/api';

const PAUSE = 300_000;

export interface Shown {
    line: ChatLine;
    /** True if it begins a group, with the author and the time above it. */
    isFirst: boolean;
}

export function grouped(lines: readonly ChatLine[]): Shown[] {
    return lines.map((line, place) => {
        const before = lines[place - 1];
        return { line, isFirst: before?.voice !== line.voice || line.at - before.at > PAUSE };
    });
}

/** Muted voices, each under the name of its last message that is known here. */
export function hiddenVoices(
    lines: readonly ChatLine[],
    hidden: ReadonlySet<string>,
): { voice: string; name: string }[] {
    const names = new Map(lines.map((line) => [line.voice, line.name]));
    return [...hidden].map((voice) => ({ voice, name: names.get(voice) ?? voice }));
}
