/** Chat of a table. Texts and names are drawn as text, never as markup. */
import type { ChatFrame, ChatLine, Frame } from '../protocol/api';
import { can } from '../transport';
import { WireProblem } from './problem';
import { block, keepRead, readBlocks, readTalk, readUpTo, report, reportSeat, say } from './talk';

export const MAX_TEXT = 400;
export const MAX_REASON = 200;
/** Messages on a page of the server. */
const PAGE = 100;
/** Milliseconds without a frame after which messages are requested. */
const TIMEOUT_MS = 1500;

export interface Speaker {
    ticket: () => string;
    /** -1 for a spectator, who may read. */
    seat: () => number;
    /** The name at the seat: an earlier holder of the seat is another speaker. */
    name: () => string;
}

/** The seat behind a voice, or -1. */
export function seatOf(voice: string): number {
    const found = /^seat:(\d+):/.exec(voice);
    return found ? Number(found[1]) : -1;
}

export class Talk {
    /** In the order of their numbers, also those of hidden voices that came before they were hidden. */
    everything = $state.raw<readonly ChatLine[]>([]);
    hidden = $state.raw<ReadonlySet<string>>(new Set());
    isSending = $state(false);
    refusal = $state.raw<WireProblem | null>(null);
    /** The last message received while the page was open, to be read out. */
    news = $state.raw<ChatLine | null>(null);
    #read = $state(0);

    readonly lines: readonly ChatLine[] = $derived(this.everything.filter((line) => !this.hidden.has(line.voice)));
    readonly unread: number = $derived(
        this.lines.filter((line) => line.number > this.#read && !this.isOwn(line)).length,
    );
    readonly hasEarlier: boolean = $derived((this.everything[0]?.number ?? 1) > 1);

    /** The number of the last message that the page has. */
    last = 0;
    /** The socket is still sending messages from before it was opened. */
    #isBehind = true;
    #generation = 0;

    constructor(
        readonly gameId: string,
        readonly speaker: Speaker,
    ) {
        this.#read = readUpTo(gameId);
    }

    /** Reset for another seat, which has muted other voices. */
    begin(): void {
        this.#generation += 1;
        this.everything = [];
        this.last = 0;
        this.hidden = new Set();
        this.refusal = null;
        this.catchUp();
        if (can('friends') && this.speaker.seat() >= 0) void this.#readHidden();
    }

    /** The socket is open and sends missing messages, then presence. */
    catchUp(): void {
        this.#isBehind = true;
    }

    hear(frame: Frame): void {
        if (frame.type === 'presence') this.#isBehind = false;
        if (frame.type !== 'chat') return;
        const isGap = this.#isBehind && this.last > 0 && frame.number > this.last + 1;
        const from = this.last;
        this.#add([lineOf(frame)]);
        if (isGap) void this.#readSpan(from, frame.number);
        if (!this.#isBehind && !this.isOwn(frame)) this.news = lineOf(frame);
    }

    /** True if the message came from this page's seat and its present holder. */
    isOwn(line: { voice: string; name: string }): boolean {
        const seat = this.speaker.seat();
        return seat >= 0 && seatOf(line.voice) === seat && line.name === this.speaker.name();
    }

    markRead(): void {
        const newest = this.everything.at(-1)?.number ?? 0;
        if (newest <= this.#read) return;
        this.#read = newest;
        keepRead(this.gameId, newest);
    }

    /** Send a message; true if it was accepted. */
    async say(text: string): Promise<boolean> {
        if (this.isSending) return false;
        this.isSending = true;
        const generation = this.#generation;
        const number = await this.#ask(say(this.gameId, this.speaker.ticket(), text));
        this.isSending = false;
        if (number === null) return false;
        setTimeout(() => {
            if (generation === this.#generation && this.last < number) void this.#readSpan(this.last, number);
        }, TIMEOUT_MS);
        return true;
    }

    /** Mute a voice, or unmute it. */
    async hide(voice: string, on: boolean): Promise<boolean> {
        const voices = await this.#ask(block(this.gameId, this.speaker.ticket(), voice, on));
        if (voices === null) return false;
        this.hidden = new Set(voices);
        // Messages sent while it was muted were not received.
        if (!on) await this.#readSpan((this.everything[0]?.number ?? 1) - 1, this.last);
        return true;
    }

    /** Report a message to the host. */
    async report(number: number, reason: string): Promise<boolean> {
        return (await this.#ask(report(this.gameId, this.speaker.ticket(), number, reason))) !== null;
    }

    /** Report a speaker to the host. */
    async reportVoice({ voice, name }: ChatLine, reason: string): Promise<boolean> {
        const seat = Number(/^seat:(\d+):/.exec(voice)?.[1] ?? -1);
        if (seat < 0) return false;
        return (await this.#ask(reportSeat(this.gameId, this.speaker.ticket(), seat, name, reason))) !== null;
    }

    /** The page before the first message that is shown. */
    async readEarlier(): Promise<void> {
        const first = this.everything[0]?.number ?? 1;
        this.refusal = null;
        const isRead = await this.#readSpan(Math.max(0, first - 1 - PAGE), first - 1);
        if (!isRead) this.refusal = new WireProblem(0, '');
    }

    /** Request the messages after one, up to another; true on success. */
    async #readSpan(since: number, until: number): Promise<boolean> {
        const generation = this.#generation;
        try {
            while (since < until) {
                const page = await readTalk(this.gameId, this.speaker.ticket(), since);
                if (generation !== this.#generation || page.last <= since) return true;
                this.#add(page.messages);
                since = page.last;
            }
            return true;
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            return false;
        }
    }

    async #readHidden(): Promise<void> {
        const generation = this.#generation;
        try {
            const voices = await readBlocks(this.gameId, this.speaker.ticket());
            if (generation === this.#generation) this.hidden = new Set(voices);
        } catch (error) {
            // The server leaves muted messages out anyway; only the list of voices is missing.
            if (!(error instanceof WireProblem)) throw error;
        }
    }

    #add(lines: readonly ChatLine[]): void {
        const byNumber = new Map(this.everything.map((line) => [line.number, line]));
        for (const line of lines) byNumber.set(line.number, line);
        this.everything = [...byNumber.values()].sort((a, b) => a.number - b.number);
        this.last = Math.max(this.last, this.everything.at(-1)?.number ?? 0);
    }

    /** The response, or null with the reason in `refusal`. */
    async #ask<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
        this.refusal = null;
        try {
            return await asked;
        } catch (error) {
            if (!(error instanceof WireProblem)) throw error;
            this.refusal = error;
            return null;
        }
    }
}

function lineOf({ number, at, voice, name, text }: ChatFrame): ChatLine {
    return { number, at, voice, name, text };
}
