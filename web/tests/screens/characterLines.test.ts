// @vitest-environment jsdom
/** The line of a character, in the seat picker and at its seat. */
import { mount, unmount, type ComponentProps } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { BotCard } from '../../src/protocol/api';
import SeatRow from '../../src/screens/room/SeatRow.svelte';
import { learn, speak, startWords } from '../../src/words';

type Row = ComponentProps<typeof SeatRow>;
const HARD: BotCard = { name: 'hard', level: 4, description: '', strength: [] };
let shown: ReturnType<typeof mount>;
afterEach(async () => {
    await unmount(shown);
    await speak('en', false);
});

function row(seat: Partial<Row['seat']>): Row {
    return {
        seat: { name: '', bot: '', is_person: false, is_ready: false, is_program: false, ...seat } as Row['seat'],
        place: 1,
        isMine: false,
        isHost: false,
        here: null,
        bots: [HARD],
        usual: undefined,
        taken: [],
        canSit: false,
        canFree: false,
        canAdd: true,
        isOpen: true,
        isBusy: false,
        onsit: () => undefined,
        onfree: () => undefined,
        onbot: () => undefined,
    };
}

const textOf = (selector: string): string => document.querySelector(selector)?.textContent ?? '';

test.each([
    ['en', 'Builds where you want to'],
    ['de', 'Baut, wo du bauen willst'],
])('the seat picker and the seat show it: %s', async (language, line) => {
    await startWords();
    await learn('screens');
    await speak(language, false);
    shown = mount(SeatRow, { target: document.body, props: row({}) });
    expect(textOf('[data-character=Ada] small')).toBe(line);
    await unmount(shown);
    shown = mount(SeatRow, { target: document.body, props: row({ name: 'Ada', bot: 'hard' }) });
    expect(textOf('.k').trim()).toBe(line);
    await unmount(shown);
    // At another level a character plays like any bot of that level.
    shown = mount(SeatRow, { target: document.body, props: row({ name: 'Grete', bot: 'hard' }) });
    expect(textOf('.k').trim()).not.toBe(line);
    expect(textOf('.k').trim()).not.toBe('');
});
