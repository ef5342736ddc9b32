// A recorded game as the frames that a server would send about it.

import type { Frame, HappenedFrame, TableView } from '../src/protocol/api.js';
import { type Export, type RecordedGame, eventsOf } from './games.js';

export function viewOf(from: Export, game: RecordedGame): TableView {
    const sheet = from.sheets[game.rules]!;
    return {
        agreed: [],
        commitment: '00',
        chain: '',
        deadline_at: null,
        fuel: null,
        game_id: game.name,
        host: -1,
        listed: false,
        hold_until: null,
        imported: false,
        observation: null,
        offers: [],
        power: null,
        rematch: '',
        result: null,
        viewer: -3,
        rules: game.rules,
        seats: Array.from({ length: sheet.rules.n_seats }, (_, seat) => ({
            name: `Player ${seat + 1}`,
            bot: '',
            is_person: true,
            is_ready: true,
            kept_for: '',
            left: '',
            missed: 0,
            night: null,
            vacation: null,
            vacation_days_left: 0,
            hints: 0,
            guided: false,
            is_program: false,
        })),
        seed: '',
        status: 'gathering',
        take_over_at: null,
        terms: {},
        time_left: [],
        undo: null,
        version: 0,
        warnings: [],
        votes: [],
    };
}

/** Everything that happens, as many entries as there are moves of seats; the first one deals. */
export function happenedOf(from: Export, game: RecordedGame): HappenedFrame[] {
    const frames: HappenedFrame[] = [];
    for (const [line, told] of game.steps) {
        const actor = line.split(' ')[0]!;
        const last = frames.at(-1);
        const events = eventsOf(from, told);
        if (last && actor === 'chance') {
            last.lines.push(line);
            last.events.push(...events);
        } else {
            const seat = actor === 'chance' ? null : Number(actor);
            const version = frames.length + 1;
            frames.push({
                type: 'happened',
                version,
                kind: seat === null ? 'began' : 'acted',
                at: version,
                seat,
                lines: [line],
                events,
                table: null,
                undone: null,
                by_limit: false,
            });
        }
    }
    for (const frame of frames) {
        const { observation: _none, ...now } = viewOf(from, game);
        frame.table = { ...now, status: frame === frames.at(-1) ? 'finished' : 'running', version: frame.version };
    }
    return frames;
}

export function tableFrame(table: TableView): Frame {
    return { type: 'table', version: table.version, table };
}
