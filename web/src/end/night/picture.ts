// The night as a picture of 1200 by 630, drawn on a canvas with the fonts and colours of the page.

import { coloursOf } from '../../design/fuels';
import type { TableFacts } from '../../game/sheet';
import type { BoardDrawing } from '../../map/data/board';
import { MARKERS } from '../../map/markers';
import { citiesOf, linksOf, viewOf } from './drawing';
import type { Line } from './lineWords';
import type { NightSeat } from './night';

export interface Picture {
    readonly facts: TableFacts;
    readonly seats: readonly NightSeat[];
    /** Null in the card game. */
    readonly board: BoardDrawing | null;
    /** Regions in play, as a mask. */
    readonly regions: number;
    readonly line: Line;
    /** The table, for the foot. */
    readonly title: string;
    readonly nameOf: (seat: number) => string;
    /** An element of the stage: its colours are used. */
    readonly stage: Element;
}

const WIDTH = 1200;
const HEIGHT = 630;
const SIDE = 330;
const FOOT = 56;
const TOP = 128;
const DASHES: readonly (readonly number[])[] = [[], [8, 3], [0.1, 4.6], [7, 3, 1.5, 3], [], [2, 3]];

class Pen {
    readonly #colours: CSSStyleDeclaration;

    constructor(
        readonly context: CanvasRenderingContext2D,
        stage: Element,
    ) {
        this.#colours = getComputedStyle(stage);
    }

    colour(name: string): string {
        return this.#colours.getPropertyValue(`--${name}`).trim();
    }

    seat(seat: number): string {
        return this.colour(`p${seat + 1}`);
    }

    box(x: number, y: number, width: number, height: number, colour: string): void {
        this.context.fillStyle = this.colour(colour);
        this.context.fillRect(x, y, width, height);
    }

    /** Text that is made smaller until it fits; returns its width. */
    write(
        text: string,
        x: number,
        y: number,
        style: { size: number; weight: number; colour: string },
        room = WIDTH,
    ): number {
        const { context } = this;
        let { size } = style;
        do context.font = `${style.weight} ${size}px Archivo, sans-serif`;
        while (context.measureText(text).width > room && (size -= 1) > 12);
        context.fillStyle = this.colour(style.colour);
        context.fillText(text, x, y, room);
        return Math.min(context.measureText(text).width, room);
    }

    marker(seat: number, x: number, y: number, size: number, isDark = false): void {
        const { context } = this;
        context.save();
        context.translate(x - size / 2, y - size / 2);
        context.scale(size / 24, size / 24);
        const path = new Path2D(MARKERS[seat] ?? '');
        context.fillStyle = isDark ? this.colour('sea') : this.seat(seat);
        context.fill(path);
        if (isDark) {
            context.strokeStyle = this.seat(seat);
            context.lineWidth = 3;
            context.stroke(path);
        }
        context.restore();
    }
}

/** A PNG as a data URL; empty if the browser has no canvas. */
export async function drawNight(picture: Picture): Promise<string> {
    await document.fonts.ready;
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    canvas.height = HEIGHT;
    const context = canvas.getContext('2d');
    if (!context) return '';
    const pen = new Pen(context, picture.stage);
    pen.box(0, 0, WIDTH, HEIGHT, 'sea');
    if (picture.board) drawMap(pen, picture, picture.board);
    else drawCards(pen, picture);
    const left = WIDTH - SIDE - 64;
    pen.write(picture.line.head, 36, 66, { size: 44, weight: 800, colour: 'ink' }, left);
    pen.write(picture.line.clause, 36, 102, { size: 22, weight: 450, colour: 'ink-2' }, left);
    drawSeats(pen, picture);
    pen.box(0, HEIGHT - FOOT, WIDTH, FOOT, 'panel');
    pen.write('Gridwright', 36, HEIGHT - 20, { size: 24, weight: 800, colour: 'ink' });
    context.textAlign = 'right';
    pen.write(picture.title, WIDTH - 28, HEIGHT - 21, { size: 19, weight: 500, colour: 'ink-2' }, WIDTH - 320);
    return canvas.toDataURL('image/png');
}

function drawMap(pen: Pen, { seats, regions }: Picture, board: BoardDrawing): void {
    const { context } = pen;
    const [width, height] = [WIDTH - SIDE, HEIGHT - FOOT];
    const shares = seats.map(() => 1);
    const cities = citiesOf(board, seats, shares);
    const { box, unit } = viewOf(board, cities, width, height, TOP);
    const [x = 0, y = 0] = box.split(' ').map(Number);
    context.save();
    context.beginPath();
    context.rect(0, 0, width, height);
    context.clip();
    context.scale(1 / unit, 1 / unit);
    context.translate(-x, -y);
    context.fillStyle = pen.colour('land-off');
    context.fill(new Path2D(board.neighbours), 'evenodd');
    board.regions.forEach(({ path }, region) => {
        const shape = new Path2D(path);
        const isOff = regions !== 0 && (regions & (1 << region)) === 0;
        context.fillStyle = pen.colour(isOff ? 'land-off' : 'land');
        context.fill(shape, 'evenodd');
        stroke(pen, shape, pen.colour('shore'), 0.7 * unit, 0.5);
    });
    stroke(pen, new Path2D(board.shore), pen.colour('shore'), unit);
    const links = linksOf(board, seats, shares, unit);
    for (const { seat, path, light } of links)
        if (light === 'lit') stroke(pen, new Path2D(path), pen.seat(seat), 10 * unit, 0.22);
    for (const { path } of links) stroke(pen, new Path2D(path), pen.colour('sea'), 5 * unit);
    for (const { seat, path, light } of links) {
        context.setLineDash((DASHES[seat] ?? []).map((each) => each * unit));
        stroke(pen, new Path2D(path), pen.seat(seat), 3.2 * unit, light === 'lit' ? 1 : 0.5);
        context.setLineDash([]);
    }
    for (const { x: left, y: top, houses } of cities) {
        const half = (3 + 7.5 * houses.length) * unit;
        context.beginPath();
        context.roundRect(left - half, top - 10 * unit, 2 * half, 20 * unit, 10 * unit);
        context.fillStyle = pen.colour('sea');
        context.fill();
        context.strokeStyle = pen.colour('line-2');
        context.lineWidth = unit;
        context.stroke();
        houses.forEach(({ seat, light }, place) => {
            const at = left + (place - (houses.length - 1) / 2) * 14.5 * unit;
            pen.marker(seat, at, top, 12 * unit, light === 'dark');
        });
    }
    context.restore();
}

function stroke({ context }: Pen, path: Path2D, colour: string, width: number, opacity = 1): void {
    context.globalAlpha = opacity;
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = 'round';
    context.stroke(path);
    context.globalAlpha = 1;
}

/** A column of plants for each seat; those that run are filled. */
function drawCards(pen: Pen, { facts, seats, nameOf }: Picture): void {
    const { context } = pen;
    const column = (WIDTH - SIDE - 36) / seats.length;
    const width = Math.min(column - 20, 130);
    seats.forEach(({ seat, plants }, place) => {
        const x = 36 + place * column;
        pen.marker(seat, x + 8, TOP + 20, 16);
        pen.write(nameOf(seat), x + 24, TOP + 26, { size: 18, weight: 700, colour: 'ink' }, width - 24);
        plants.forEach(({ card, runs, output }, row) => {
            const plant = facts.plants[card]!;
            const y = TOP + 44 + row * 92;
            context.globalAlpha = runs ? 1 : 0.45;
            pen.box(x, y, width, 80, runs ? 'raised' : 'sunken');
            pen.box(x, y, width, 7, coloursOf(plant, facts.kinds)[0]!);
            pen.write(plant.name, x + 12, y + 52, { size: 36, weight: 800, colour: 'ink' });
            context.textAlign = 'right';
            pen.write(String(output), x + width - 12, y + 50, { size: 24, weight: 700, colour: 'ink-2' });
            context.textAlign = 'left';
            context.globalAlpha = 1;
        });
    });
}

function drawSeats(pen: Pen, { seats, nameOf }: Picture): void {
    const { context } = pen;
    const left = WIDTH - SIDE;
    const row = (HEIGHT - FOOT) / seats.length;
    pen.box(left, 0, SIDE, HEIGHT - FOOT, 'paper');
    seats.forEach(({ seat, place, count }, at) => {
        const middle = at * row + row / 2;
        context.fillStyle = pen.seat(seat);
        context.fillRect(left, at * row, 6, row);
        if (at > 0) pen.box(left + 6, at * row, SIDE, 1, 'line');
        if (place > 0) pen.write(String(place), left + 26, middle + 8, { size: 22, weight: 700, colour: 'ink-2' });
        pen.marker(seat, left + 66, middle, 22);
        pen.write(nameOf(seat), left + 90, middle + 8, { size: 24, weight: 700, colour: 'ink' }, SIDE - 180);
        context.textAlign = 'right';
        pen.write(String(count), WIDTH - 26, middle + 17, { size: 48, weight: 800, colour: 'ink' });
        context.textAlign = 'left';
    });
}
