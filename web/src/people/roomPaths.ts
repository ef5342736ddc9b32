/** The addresses of the screens of accounts. */
export const ROOM_PATHS = ['/signin', '/signup', '/notices/confirm', '/notices/off'] as const;
export type RoomPath = (typeof ROOM_PATHS)[number];

export const isRoom = (path: string): path is RoomPath => ROOM_PATHS.some((each) => each === path);
