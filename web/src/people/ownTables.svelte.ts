/**
 * Tables where this browser or the account has a seat. The bell and the first page share the list, so it is requested
 * once. The state of a table is not part of it.
 */
import type { Invitation, TableFrame, TableSpec } from '../protocol/api';
import { listMyTables } from '../wire/people';
import { WireProblem } from '../wire/problem';
import { listInvitations } from '../wire/profiles';
import { readOutlook, readSheet, readTable } from '../wire/rest';
import { dropTicket, ownTables, ticketOf } from '../wire/tickets';
import { person } from './person.svelte';

/** Maximum number of a guest's tables that are requested: each is a separate request. */
const MAX_GUEST_TABLES = 6;
/** Cache lifetime of a response, in ms. */
const FRESH = 4_000;
const TIMEOUT_MS = 8_000;

export interface OwnTable {
    gameId: string;
    spec: TableSpec;
    status: string;
    /** True if the game waits for the reader's seat. */
    isMine: boolean;
    /** True if a bot plays the own seat, which can be taken back. */
    isBots: boolean;
    /** Deadline of the acting player. */
    deadlineAt: number | null;
    satDownAt: number;
    /** Seats with their players, and the reader's seat. */
    names: readonly string[];
    seat: number;
    /** 0 before the first one; the phase is empty then. */
    round: number;
    phase: string;
    /** The seat that is to act, or -1, and those after it in this phase. */
    actor: number;
    following: readonly number[];
    clock: 'none' | 'bank' | 'turns';
    /** Status of the table, where it is known already. */
    frame: TableFrame | null;
}

/** The other players of a table. */
export const othersAt = (table: OwnTable): string[] => table.names.filter((name, seat) => name && seat !== table.seat);

const OVER = ['finished', 'archived', 'abandoned', 'set_aside'];
export const isRunning = (table: OwnTable): boolean => !OVER.includes(table.status);

const canTakeBack = (status: string, left: string): boolean =>
    ['running', 'paused'].includes(status) && left !== '' && left !== 'resigned';

class OwnTables {
    /** Null until they are known. */
    all = $state.raw<readonly OwnTable[] | null>(null);
    /** Invitations to tables of others. */
    invitations = $state.raw<readonly Invitation[]>([]);
    #asked = 0;
    #asking: Promise<void> | null = null;
    #who = '';

    /** Tables that wait for the reader, the least time first. */
    get waiting(): readonly OwnTable[] {
        return (this.all ?? []).filter((each) => each.isMine && isRunning(each));
    }

    /** Request the list, unless it was requested a moment ago. */
    read(): Promise<void> {
        const isOther = this.#who !== person.name;
        if (!this.#asking && (isOther || Date.now() - this.#asked > FRESH)) {
            this.#who = person.name;
            this.#asking = this.#ask().finally(() => {
                this.#asking = null;
                this.#asked = Date.now();
            });
        }
        return this.#asking ?? Promise.resolve();
    }

    /** A declined invitation is removed immediately. */
    forgetInvitation(gameId: string): void {
        this.invitations = this.invitations.filter((each) => each.game_id !== gameId);
    }

    async #ask(): Promise<void> {
        const guest = ownTables().slice(0, MAX_GUEST_TABLES).map(asGuest);
        const [found, invitations] = await Promise.all([
            Promise.all([asPerson(), ...guest]).then((each) => each.flat()),
            invited(),
        ]);
        this.invitations = invitations.filter(({ game_id: id }) => !found.some(({ gameId }) => gameId === id));
        this.all = [...new Map(found.map((each) => [each.gameId, each])).values()].toSorted(byUrgency);
    }
}

/** Own turn first, then the least time left, then the most recently joined; finished tables last. */
export function byUrgency(one: OwnTable, other: OwnTable): number {
    const rank = (each: OwnTable): number => (!isRunning(each) ? 2 : each.isMine ? 0 : 1);
    const time = (each: OwnTable): number => each.deadlineAt ?? Number.MAX_SAFE_INTEGER;
    return rank(one) - rank(other) || time(one) - time(other) || other.satDownAt - one.satDownAt;
}

async function asGuest(gameId: string): Promise<OwnTable[]> {
    const kept = ticketOf(gameId);
    try {
        const [frame, { spec, phases }] = await Promise.all([readTable(gameId, kept?.ticket ?? ''), readSheet(gameId)]);
        const { table } = frame;
        const seen = table.observation;
        const isRunning = !!seen && table.status === 'running';
        const isUnready = table.status === 'gathering' && table.seats[kept?.seat ?? -1]?.is_ready === false;
        return [
            {
                gameId,
                spec,
                status: table.status,
                isMine: isUnready || (isRunning && seen.actor === seen.viewer),
                isBots: canTakeBack(table.status, table.seats[table.viewer]?.left ?? ''),
                deadlineAt: table.deadline_at,
                satDownAt: kept?.at ?? 0,
                names: table.seats.map(({ name }) => name),
                seat: kept?.seat ?? -1,
                round: isRunning ? seen.round : 0,
                phase: isRunning ? (phases[seen.phase] ?? '') : '',
                actor: isRunning ? seen.actor : -1,
                following: isRunning && seen.actor !== seen.viewer ? await followingAt(gameId, kept?.ticket ?? '') : [],
                clock: table.terms.clock?.type ?? 'none',
                frame,
            },
        ];
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        if (error.status === 404 || error.status === 403) dropTicket(gameId);
        return [];
    }
}

/** Seats that act after the current one; empty if unknown. */
async function followingAt(gameId: string, ticket: string): Promise<readonly number[]> {
    try {
        return (await readOutlook(gameId, ticket, AbortSignal.timeout(TIMEOUT_MS))).following;
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        return [];
    }
}

async function asPerson(): Promise<OwnTable[]> {
    if (!person.name) return [];
    try {
        return (await listMyTables()).map((each) => ({
            gameId: each.game_id,
            spec: each.spec,
            status: each.status,
            isMine: each.waits,
            isBots: canTakeBack(each.status, each.left),
            deadlineAt: each.deadline_at,
            satDownAt: each.sat_down_at,
            names: each.seats,
            seat: each.seat,
            round: each.round,
            phase: each.phase,
            actor: each.actor,
            following: each.following,
            clock: each.clock,
            frame: null,
        }));
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        return [];
    }
}

async function invited(): Promise<readonly Invitation[]> {
    if (!person.name) return [];
    try {
        return await listInvitations();
    } catch (error) {
        if (!(error instanceof WireProblem)) throw error;
        return [];
    }
}

export const own = new OwnTables();
