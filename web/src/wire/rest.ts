/** REST client: one function per route. */
import type {
    AnalysisView,
    AuctionQuotes,
    BotCard,
    Choices,
    FuelQuotes,
    Hint,
    ImportedTable,
    FoundRoom,
    LinkCode,
    LobbyPage,
    MadeTable,
    NewTable,
    Outlook,
    Plan,
    Quotes,
    RefusedFrame,
    Rematch,
    RuleBook,
    Seated,
    Sitting,
    StaleFrame,
    TableFrame,
    TableSheet,
    Try,
    Why,
} from '../protocol/api';
import { pauseAfter } from './pause';
import { WireProblem } from './problem';
import { keepRenewed } from './tickets';
import { transport } from '../transport';

function head(ticket: string): Record<string, string> {
    return ticket ? { authorization: `Bearer ${ticket}` } : {};
}

/** Timeout of a request in ms. */
const TIMEOUT_MS = 15_000;
const MAX_TRIES = 5;

export async function ask<Answer>(path: string, init: RequestInit = {}): Promise<Answer> {
    const { response, text } = await reach(path, init);
    const body = readable(text);
    if (!response.ok) {
        const { problem, code, numbers } = refusalOf(body);
        const wait = Number(response.headers.get('retry-after')) || 0;
        throw new WireProblem(response.status, problem, wait, code, numbers);
    }
    return body as Answer;
}

async function reach(path: string, init: RequestInit): Promise<{ response: Response; text: string }> {
    try {
        const response = await transport().send(path, { signal: AbortSignal.timeout(TIMEOUT_MS), ...init });
        keepRenewed(path, ticketIn(init), response);
        return { response, text: await response.text() };
    } catch (error) {
        // No response, or an incomplete one.
        throw new WireProblem(0, String(error));
    }
}

/** The ticket in the headers of a request; empty if there is none. */
function ticketIn(init: RequestInit): string {
    return (new Headers(init.headers).get('authorization') ?? '').replace(/^Bearer /, '');
}

/** Parse a text; null if it is not JSON. */
export function readable(text: string): unknown {
    try {
        return JSON.parse(text);
    } catch {
        return null;
    }
}

/** The server's error; undefined if a proxy has answered instead. */
function refusalOf(body: unknown): Pick<RefusedFrame, 'problem' | 'numbers'> & { code: RefusedFrame['code'] | '' } {
    const isRefusal = typeof body === 'object' && body !== null && 'type' in body && body.type === 'refused';
    return isRefusal ? (body as RefusedFrame) : { problem: '', code: '', numbers: {} };
}

export function send<Answer>(
    method: string,
    path: string,
    body: unknown,
    credentials: RequestCredentials = 'same-origin',
): Promise<Answer> {
    return ask(path, {
        method,
        credentials,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
    });
}

const post = <Answer>(path: string, body: unknown, credentials?: RequestCredentials): Promise<Answer> =>
    send('POST', path, body, credentials);

export const table = (gameId: string): string => `/api/tables/${encodeURIComponent(gameId)}`;

export const listBots = (): Promise<BotCard[]> => ask('/api/bots');
/** A page of the lobby, the newest tables first. */
export const readLobby = (query: URLSearchParams): Promise<LobbyPage> => ask(`/api/tables?${query.toString()}`);
export const listChoices = (): Promise<Choices> => ask('/api/choices');
export const makeTable = (wanted: NewTable): Promise<MadeTable> => post('/api/tables', wanted);
/** The table that gathers under a room code. */
export const findRoom = (code: string): Promise<FoundRoom> => ask(`/api/codes/${encodeURIComponent(code)}`);
/** The link of a table as a QR code, and its room code. */
export const readLinkCode = (gameId: string): Promise<LinkCode> => ask(`${table(gameId)}/code`);
export const readSheet = (gameId: string): Promise<TableSheet> => ask(`${table(gameId)}/sheet`);

export function sitDown(gameId: string, seat: number, sitting: Sitting): Promise<Seated> {
    return post(`${table(gameId)}/seats/${seat}`, sitting);
}

/** Take a seat by a ticket alone, regardless of the session: several people may share this device. */
export function sitByTicket(gameId: string, seat: number, sitting: Sitting): Promise<Seated> {
    return post(`${table(gameId)}/seats/${seat}`, sitting, 'omit');
}

export function readTable(gameId: string, ticket: string): Promise<TableFrame> {
    return ask(table(gameId), { headers: head(ticket) });
}

/** `readTable` with retries, for pages that need the table. */
export async function readTableWithRetry(gameId: string, ticket: string): Promise<TableFrame> {
    for (let tried = 0; ; tried += 1) {
        try {
            return await readTable(gameId, ticket);
        } catch (error) {
            if (!(error instanceof WireProblem) || (error.status > 0 && error.status < 500) || tried === MAX_TRIES)
                throw error;
            await new Promise((done) => setTimeout(done, pauseAfter(tried, 300, 3000)));
        }
    }
}

/** Timeout in ms; longer, because the server replays a game for it. */
const GAMES_TIMEOUT_MS = 120_000;

/** Import a transcript: the server validates it and stores it as a game. */
export function importTranscript(text: string): Promise<ImportedTable> {
    return ask('/api/imports', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text }),
        signal: AbortSignal.timeout(GAMES_TIMEOUT_MS),
    });
}

/** Public view of a table: without the tickets and the session of this browser. */
export async function readAsStranger(
    gameId: string,
): Promise<{ sheet: TableSheet; frame: TableFrame; past: StaleFrame }> {
    const plain: RequestInit = { credentials: 'omit' };
    const [sheet, frame, past] = await Promise.all([
        ask<TableSheet>(`${table(gameId)}/sheet`, plain),
        ask<TableFrame>(table(gameId), plain),
        ask<StaleFrame>(`${table(gameId)}/entries?since=0`, plain),
    ]);
    return { sheet, frame, past };
}

/** Everything that happened after a version. */
export function readEntries(gameId: string, ticket: string, since: number): Promise<StaleFrame> {
    return ask(`${table(gameId)}/entries?since=${since}`, { headers: head(ticket) });
}

/** The game as a text, for the fairness check. */
export async function readTranscript(gameId: string, ticket: string): Promise<string> {
    const { response, text } = await reach(`${table(gameId)}/transcript`, { headers: head(ticket) });
    if (!response.ok) throw new WireProblem(response.status, '');
    return text;
}

/** The table of the rematch; the first request makes it. */
export function callRematch(gameId: string, ticket: string): Promise<Rematch> {
    return ask(`${table(gameId)}/rematch`, { method: 'POST', headers: head(ticket) });
}

/** Take the seat that is reserved at the rematch for the holder of a ticket of the first table. */
export function sitAgain(gameId: string, ticket: string): Promise<Seated> {
    return ask(`${table(gameId)}/rematch/seat`, { method: 'POST', headers: head(ticket) });
}
/** Building order of a plan. */
export type PlanOrder = 'cheapest' | 'chosen';

/** Prices of all cities for the holder of the ticket. */
export function readQuotes(gameId: string, ticket: string, signal: AbortSignal): Promise<Quotes> {
    return ask(`${table(gameId)}/quotes`, { headers: head(ticket), signal });
}

/** The next seats to act, prices of fuel, and possibilities of each seat. */
export function readOutlook(gameId: string, ticket: string, signal: AbortSignal): Promise<Outlook> {
    return ask(`${table(gameId)}/outlook`, { headers: head(ticket), signal });
}

/** Bid limits of the seat, and the effects of winning. */
export function readAuction(gameId: string, ticket: string, signal: AbortSignal): Promise<AuctionQuotes> {
    return ask(`${table(gameId)}/auction`, { headers: head(ticket), signal });
}

/** Total price of several cities for the holder of the ticket, in the cheapest order or the given one. */
export function readPlan(
    gameId: string,
    ticket: string,
    cities: readonly number[],
    order: PlanOrder,
    signal: AbortSignal,
): Promise<Plan> {
    return ask(`${table(gameId)}/plan?cities=${cities.join(',')}&order=${order}`, { headers: head(ticket), signal });
}

/** Prices of fuel for the holder of the ticket, at any turn. */
export function readFuel(gameId: string, ticket: string, signal: AbortSignal): Promise<FuelQuotes> {
    return ask(`${table(gameId)}/fuel`, { headers: head(ticket), signal });
}

/** Timeout in ms; longer, because the server plays many games for it, and counts the hint in any case. */
const HINT_TIMEOUT_MS = 60_000;

/** Advice of a strong bot for the holder of the ticket; the log records it. */
export function askHint(gameId: string, ticket: string, guide: boolean): Promise<Hint> {
    const headers = { ...head(ticket), 'content-type': 'application/json' };
    return ask(`${table(gameId)}/hint`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ guide }),
        signal: AbortSignal.timeout(HINT_TIMEOUT_MS),
    });
}

/** Why a bot made the move of a version; the log marks it. */
export function askWhy(gameId: string, ticket: string, version: number): Promise<Why> {
    const headers = { ...head(ticket), 'content-type': 'application/json' };
    return ask(`${table(gameId)}/why`, { method: 'POST', headers, body: JSON.stringify({ version }) });
}

/** Progress of the analysis of a finished game, or its result. */
export function readAnalysis(gameId: string, ticket: string): Promise<AnalysisView> {
    return ask(`${table(gameId)}/analysis`, { headers: head(ticket) });
}

/** Start the analysis, unless it is running. */
export function askForAnalysis(gameId: string, ticket: string): Promise<AnalysisView> {
    return ask(`${table(gameId)}/analysis`, { method: 'POST', headers: head(ticket) });
}

export function cancelAnalysis(gameId: string, ticket: string): Promise<AnalysisView> {
    return ask(`${table(gameId)}/analysis`, { method: 'DELETE', headers: head(ticket) });
}

/** Opens a table that begins in a position of a finished game, after `n` actions. */
export function tryPosition(gameId: string, ticket: string, move: number): Promise<Try> {
    const headers = { ...head(ticket), 'content-type': 'application/json' };
    return ask(`${table(gameId)}/tries`, { method: 'POST', headers, body: JSON.stringify({ move }) });
}

/** The clauses that are played at a table. */
export const readRuleBook = (gameId: string): Promise<RuleBook> => ask(`${table(gameId)}/rules`);

/** The clauses that would be played at a table. */
export const readRulesOf = (spec: Readonly<Record<string, unknown>>): Promise<RuleBook> => post('/api/rules', { spec });

export const ordersPath = (gameId: string): string => `${table(gameId)}/orders`;
export const socketPath = (gameId: string): string => `${table(gameId)}/socket`;
