// The seats' markers as paths in a box of 24, in the order of the seats; the Trust's comes last.

export const MARKERS: readonly string[] = [
    'M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20z',
    'M3 3h18v18H3z',
    'M12 1.6 23 21H1z',
    'M12 .4 23.6 12 12 23.6.4 12z',
    'M6.3 1.8h11.4L23.2 12l-5.5 10.2H6.3L.8 12z',
    'M8 1.4h8V8h6.6v8H16v6.6H8V16H1.4V8H8z',
];

/** A ring with a bar: no seat's colour. */
export const TRUST_MARKER =
    'M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22zm0 4a7 7 0 0 1 6.7 5H5.3A7 7 0 0 1 12 5zm0 14a7 7 0 0 1-6.7-5h13.4A7 7 0 0 1 12 19z';
