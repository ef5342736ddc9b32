// @vitest-environment node
// Both languages are whole, and no key is asked for that neither has.

import { readFileSync, readdirSync } from "node:fs";
import { expect, test } from "vitest";
import de from "../../src/map/words/de.json";
import en from "../../src/map/words/en.json";
import { readBoards } from "../../tools/maps/content";

const FOLDER = new URL("../../src/map/", import.meta.url);
const holes = (text: string): string[] => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name ?? "").sort();

test("English and German have the same keys with the same holes", () => {
    expect(Object.keys(de)).toEqual(Object.keys(en));
    for (const [key, text] of Object.entries(en)) {
        expect([key, holes((de as Record<string, string>)[key] ?? "")]).toEqual([key, holes(text)]);
    }
});

test("every key in the sources has words", () => {
    const asked = readdirSync(FOLDER).filter((name) => /[.](ts|svelte)$/.test(name)).flatMap((name) =>
        [...readFileSync(new URL(name, FOLDER), "utf8").matchAll(/"(map[.][a-z_.]+[a-z])"/g)].map(([, key]) => key ?? ""));
    expect(asked.length).toBeGreaterThan(30);
    expect([...new Set(asked)].filter((key) => !(key in en))).toEqual([]);
});

test("every board and region has a name", () => {
    for (const { id, regions } of readBoards()) {
        const family = id.replace("-recharged", "");
        expect(en).toHaveProperty([`map.board.${family}`]);
        for (const region of regions) expect(en).toHaveProperty([`map.region.${family}.${region}`]);
    }
});
