/** Runs in the page: records the table's state in every animation frame in which it changes. */
export function sampleFrames() {
    const film = { frames: [], orders: [], skips: [], stalls: [] };
    window.film = film;
    const LONG = 90;
    const numbers = (text) => Number.parseInt(text, 10);
    const names = (selector, within = document) =>
        [...within.querySelectorAll(selector)].map((part) => part.dataset.plant);
    const read = () => {
        const seats = [...document.querySelectorAll('.seats [data-seat]')];
        const inOrder = seats.toSorted((one, other) => one.dataset.seat - other.dataset.seat);
        const hasMap = document.querySelector('g[data-city]') !== null;
        return {
            money: inOrder.map((seat) => numbers(seat.querySelector('.money').textContent)),
            plants: inOrder.map((seat) => names('.own3 [data-plant]', seat)),
            order: seats.map((seat) => Number(seat.dataset.seat)),
            market: names('.plants [data-plant]'),
            houses: hasMap
                ? inOrder.map(
                      (seat) =>
                          document.querySelectorAll(`g[data-city] .mk.p${Number(seat.dataset.seat) + 1}:not(.ghost)`)
                              .length,
                  )
                : null,
        };
    };
    let before = '';
    let wasSending = false;
    let last = performance.now();
    const look = () => {
        requestAnimationFrame(look);
        const from = last;
        last = performance.now();
        // A stall: frames that were not rendered cannot be checked.
        if (last - from > LONG) film.stalls.push([from, last]);
        const desk = document.querySelector('.desk');
        if (!desk) return;
        const now = desk.dataset;
        const isSending = now.stamp.endsWith('.true');
        if (isSending && !wasSending) film.orders.push(performance.now());
        wasSending = isSending;
        const frame = {
            played: now.played,
            number: now.beatNumber ? Number(now.beatNumber) : null,
            beat: now.beat && {
                kind: now.beat,
                seat: Number(now.beatSeat),
                moves: Number(now.beatMoves),
                factor: Number(now.beatFactor),
                isOwn: now.beatOwn !== undefined,
                isHurried: now.beatHurried !== undefined,
            },
            isPast: document.querySelector('.act.past') !== null,
            shown: read(),
        };
        const text = JSON.stringify(frame);
        if (text === before) return;
        before = text;
        film.frames.push({ at: performance.now(), gap: last - from, ...frame });
    };
    requestAnimationFrame(look);
}
