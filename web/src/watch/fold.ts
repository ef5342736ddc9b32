/** A text as it is compared: without the difference between capitals and small letters. */
export const fold = (text: string): string => text.normalize('NFKC').toLowerCase();
