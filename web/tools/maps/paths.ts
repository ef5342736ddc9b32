// Path text in tenths of a pixel, relative, as short as it gets.

type Line = readonly (readonly number[])[];

const tenth = (value: number): number => Math.round(value * 10);
const written = (value: number): string => (value / 10).toString().replace(/^(-?)0\./, '$1.');

function step(x: number, y: number): string {
    const second = written(y);
    return written(x) + (second.startsWith('-') ? second : `,${second}`);
}

/** Lines one after the other; ``closed`` ones are rings whose last point repeats the first. */
export function pathOf(lines: readonly Line[], closed: boolean): string {
    let text = '';
    for (const line of lines) {
        let [atX, atY] = [tenth(line[0]![0]!), tenth(line[0]![1]!)];
        let body = '';
        for (const point of closed ? line.slice(1, -1) : line.slice(1)) {
            const [x, y] = [tenth(point[0]!), tenth(point[1]!)];
            if (x === atX && y === atY) continue;
            body += (body && !step(x - atX, y - atY).startsWith('-') ? ' ' : '') + step(x - atX, y - atY);
            [atX, atY] = [x, y];
        }
        if (!body) continue;
        text += `M${step(tenth(line[0]![0]!), tenth(line[0]![1]!))}l${body}${closed ? 'z' : ''}`;
    }
    return text;
}
