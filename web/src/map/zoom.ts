// Zoom and pan over the sheet, with the buttons' and the keyboard's steps.

import { select } from 'd3-selection';
import { type D3ZoomEvent, zoom as makeZoom, zoomIdentity } from 'd3-zoom';
import { glide, interrupt } from './glide';
import { SHEET } from './metrics';
import { type View, type Window, fitScale } from './view';

/** Maximum zoom, as a multiple of the whole sheet. */
const NEAREST = 4;
/** A little less than the whole sheet fits where cities are shown from edge to edge. */
const FARTHEST = 0.8;

const EDGE = 56;

export interface Zoom {
    show(view: View, moves?: boolean): void;
    /** Zoom in or out around a point of the window, or its middle. */
    by(factor: number, around?: { readonly x: number; readonly y: number }): void;
    /** Bring a place into view if it is not; the bottom may be covered. */
    reveal(at: { readonly x: number; readonly y: number }, covered?: number): void;
    /** Adapt to a changed window; goes to a view if one is given. */
    resize(view: View | null): void;
    stop(): void;
}

const isCalm = (): boolean =>
    typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;

export function zoomOn(svg: SVGSVGElement, window: () => Window, onView: (view: View) => void): Zoom {
    const root = select<SVGSVGElement, unknown>(svg);
    let now: View = { k: 1, x: 0, y: 0 };
    const zoom = makeZoom<SVGSVGElement, unknown>()
        .extent(() => [
            [0, 0],
            [window().width, window().height],
        ])
        .translateExtent([
            [-120, -120],
            [SHEET.width + 120, SHEET.height + 240],
        ])
        .clickDistance(6)
        .on('zoom', (event: D3ZoomEvent<SVGSVGElement, unknown>) => {
            const { k, x, y } = event.transform;
            now = { k, x, y };
            onView(now);
        });
    const limit = (): void =>
        void zoom.scaleExtent([fitScale(window()) * FARTHEST, Math.max(NEAREST, fitScale(window()) * NEAREST)]);
    limit();
    root.call(zoom).on('dblclick.zoom', null);
    const place = ({ k, x, y }: View): void => zoom.transform(root, zoomIdentity.translate(x, y).scale(k));
    const show = (to: View, moves = true): void => {
        const from = now;
        const between = (one: number, other: number, done: number): number => one + (other - one) * done;
        interrupt(svg);
        if (!moves || isCalm()) place(to);
        else
            glide(svg, (done) =>
                place({
                    k: between(from.k, to.k, done),
                    x: between(from.x, to.x, done),
                    y: between(from.y, to.y, done),
                }),
            );
    };
    /** Go to a view, or as near to it as the edges of the sheet allow. */
    const go = ({ k, x, y }: View): void => {
        const { width, height } = window();
        show(
            zoom.constrain()(
                zoomIdentity.translate(x, y).scale(k),
                [
                    [0, 0],
                    [width, height],
                ],
                zoom.translateExtent(),
            ),
        );
    };
    return {
        show,
        by: (factor, around = { x: window().width / 2, y: window().height / 2 }) => {
            const [least, most] = zoom.scaleExtent();
            const k = Math.min(Math.max(now.k * factor, least), most);
            const { x, y } = around;
            go({ k, x: x - ((x - now.x) * k) / now.k, y: y - ((y - now.y) * k) / now.k });
        },
        reveal: ({ x, y }, covered = 0) => {
            const { width, height } = window();
            const [px, py] = [x * now.k + now.x, y * now.k + now.y];
            const over = (at: number, size: number): number =>
                at < EDGE ? EDGE - at : at > size - EDGE ? size - EDGE - at : 0;
            const [dx, dy] = [over(px, width), over(py, height - covered)];
            if (dx !== 0 || dy !== 0) go({ k: now.k, x: now.x + dx, y: now.y + dy });
        },
        resize: (view) => {
            limit();
            if (view) show(view, false);
            else {
                interrupt(svg);
                zoom.scaleBy(root, 1);
            }
        },
        stop: () => {
            interrupt(svg);
            root.on('.zoom', null);
        },
    };
}
