/** REST client for the chat of a table. */
import type { Blocks, ChatPage } from '../protocol/api';
import { ask, table } from './rest';

const chat = (gameId: string): string => `${table(gameId)}/chat`;

function init(ticket: string, body?: unknown): RequestInit {
    const headers: Record<string, string> = ticket ? { authorization: `Bearer ${ticket}` } : {};
    if (body === undefined) return { headers };
    headers['content-type'] = 'application/json';
    return { method: 'POST', headers, body: JSON.stringify(body) };
}

/** Messages after a given one. */
export function readTalk(gameId: string, ticket: string, since: number): Promise<ChatPage> {
    return ask(`${chat(gameId)}?since=${since}`, init(ticket));
}

export async function say(gameId: string, ticket: string, text: string): Promise<number> {
    return (await ask<{ number: number }>(chat(gameId), init(ticket, { text }))).number;
}

/** The muted voices. */
export async function readBlocks(gameId: string, ticket: string): Promise<string[]> {
    return (await ask<Blocks>(`${chat(gameId)}/blocks`, init(ticket))).voices;
}

export async function block(gameId: string, ticket: string, voice: string, hidden: boolean): Promise<string[]> {
    return (await ask<Blocks>(`${chat(gameId)}/blocks`, init(ticket, { voice, hidden }))).voices;
}

/** Report a player at the table to the host. */
export async function reportSeat(
    gameId: string,
    ticket: string,
    seat: number,
    name: string,
    reason: string,
): Promise<void> {
    await ask(`${table(gameId)}/seats/${seat}/reports`, init(ticket, { reason, name }));
}

/** Report a message to the host. */
export async function report(gameId: string, ticket: string, number: number, reason: string): Promise<void> {
    await ask(`${chat(gameId)}/${number}/reports`, init(ticket, { reason }));
}

const READ_PREFIX = 'gridwright.read.';

/** The last message of a table that this browser has shown. */
export function readUpTo(gameId: string): number {
    return Number(localStorage.getItem(READ_PREFIX + gameId)) || 0;
}

export function keepRead(gameId: string, number: number): void {
    localStorage.setItem(READ_PREFIX + gameId, String(number));
}
