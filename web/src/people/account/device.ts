/** Name of a device from its user agent: "Firefox, Linux". Unknown parts are left out. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
    [/Edg\//, 'Edge'],
    [/OPR\//, 'Opera'],
    [/Firefox\/|FxiOS/, 'Firefox'],
    [/Chrome\/|CriOS/, 'Chrome'],
    [/Safari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
    [/iPhone/, 'iPhone'],
    [/iPad/, 'iPad'],
    [/Android/, 'Android'],
    [/Windows/, 'Windows'],
    [/Mac OS X|Macintosh/, 'macOS'],
    [/CrOS/, 'ChromeOS'],
    [/Linux/, 'Linux'],
];

export function deviceName(agent: string): string {
    const first = (found: typeof BROWSERS): string => found.find(([mark]) => mark.test(agent))?.[1] ?? '';
    return [first(BROWSERS), first(SYSTEMS)].filter(Boolean).join(', ') || agent.slice(0, 40);
}
