// The drawing of a board, as `npm run maps` writes it: geography, and the positions of everything. Cities, links and
// regions are in the order of the engine's numbers.

/** The corner of the sheet that cities keep free for the inspector. */
export type Corner = 'bottom-left' | 'top-left';

export type Side = 'above' | 'below' | 'left' | 'right';

export interface DrawnCity {
    readonly id: string;
    readonly name: string;
    readonly region: number;
    readonly x: number;
    readonly y: number;
    /** Price to enter the city, on a board with such prices. */
    readonly enter?: number | undefined;
    /** Position of the name, from the city's middle. */
    readonly label: {
        readonly side: Side;
        readonly x: number;
        readonly y: number;
        readonly lines: readonly string[];
    };
}

export interface DrawnLink {
    readonly ends: readonly [number, number];
    readonly cost: number;
    /** The middle of the plate with the cost. */
    readonly plate: readonly [number, number];
}

export interface DrawnRegion {
    readonly id: string;
    /** One of the seven tints. */
    readonly tint: string;
    readonly path: string;
    readonly label: readonly [number, number];
}

export interface BoardDrawing {
    readonly id: string;
    readonly width: number;
    readonly height: number;
    readonly corner: Corner;
    /** Land beyond the board. */
    readonly neighbours: string;
    readonly shore: string;
    readonly borders: string;
    readonly graticule: string;
    readonly regions: readonly DrawnRegion[];
    readonly cities: readonly DrawnCity[];
    readonly links: readonly DrawnLink[];
}
