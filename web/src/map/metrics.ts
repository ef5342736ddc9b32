// How large things on the map are at the base scale. The placement of names and plates uses the
// same figures as the drawing, so what did not overlap when it was placed does not when drawn.

/** The base sheet: what the map's area measures on a laptop. */
export const SHEET = { width: 728, height: 520 } as const;

/** Land is drawn beyond the sheet, for windows of other proportions: left, top, right and bottom. */
export const FRAME = [-270, -300, 998, 820] as const;

/** Half a capsule, and how far its price cap reaches to the right of the middle. */
export const CAPSULE = { halfWidth: 21, halfHeight: 8.5, cap: 25.5 } as const;

/** Places in a capsule, from its middle. */
export const PLACES = [-12.5, 0, 12.5] as const;

export const NAME = { size: 10.5, height: 11, lineHeight: 10.5 } as const;
export const REGION_NAME = { size: 9, height: 10, spacing: 0.16 } as const;
export const PLATE_HEIGHT = 13;

export function plateWidth(cost: number): number {
    return cost < 10 ? 13 : 17;
}

/** Where no link costs anything, as on a board that prices its places, plates would say nothing. */
export const hasPlates = (costs: readonly number[]): boolean => costs.some((cost) => cost > 0);

export interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
}

export function boxAround(x: number, y: number, width: number, height: number): Box {
    return { left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}

/** From a city's middle to the middle of the plate with what coming in costs. */
export const enterAt = (cost: number): number => -CAPSULE.halfWidth - plateWidth(cost) / 2 + 1;

/** The capsule with its outline, price cap included, and the plate with what coming in costs, if there is one. */
export function capsuleBox(x: number, y: number, enter?: number): Box {
    return {
        left: x - CAPSULE.halfWidth - 1 - (enter === undefined ? 0 : plateWidth(enter)),
        top: y - CAPSULE.halfHeight - 1,
        right: x + CAPSULE.cap + 1,
        bottom: y + CAPSULE.halfHeight + 1,
    };
}

export function overlap(one: Box, other: Box): number {
    const width = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const height = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    return width > 0 && height > 0 ? width * height : 0;
}

/** Boxes that cover the map at the base scale: the inspector, the legend and the buttons. */
export function furniture(corner: 'bottom-left' | 'top-left'): readonly Box[] {
    const inspector =
        corner === 'top-left'
            ? { left: 0, top: 0, right: 232, bottom: 130 }
            : { left: 0, top: SHEET.height - 130, right: 232, bottom: SHEET.height };
    return [
        inspector,
        { left: 0, top: SHEET.height - 34, right: 352, bottom: SHEET.height },
        { left: SHEET.width - 50, top: SHEET.height - 142, right: SHEET.width, bottom: SHEET.height },
    ];
}
