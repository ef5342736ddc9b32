/**
 * Groups modules into chunks. By default every module that two screens share becomes a file of its own: a hundred small
 * ones for a table, which compress worse than larger ones, and each has an entry in the wheel.
 */
import { join } from 'node:path';

/** A module as the bundler describes it. */
interface Module {
    readonly importedIds: readonly string[];
    readonly dynamicallyImportedIds: readonly string[];
}

interface Graph {
    getModuleInfo(id: string): Module | null;
}

const SOURCE = join(import.meta.dirname, '../src');
const START = join(SOURCE, 'main.ts');
const TABLE = join(SOURCE, 'screens/TablePage.svelte');
const MAP = join(SOURCE, 'map/Map.svelte');
const WORKER = join(SOURCE, 'offline/sw.ts');

/** Prefix of the chunks that every table needs before its first move. */
export const FIRST = 'first-';

/** A module with all its imports; `asked` adds dynamic imports, `without` is not followed. */
function reach(graph: Graph, from: string, asked = false, without = ''): Set<string> {
    const found = new Set([from]);
    for (const id of found) {
        const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {};
        for (const next of [...importedIds, ...(asked ? dynamicallyImportedIds : [])])
            if (next !== without) found.add(next);
    }
    return found;
}

/** The file that each module goes into; those without one are left to the bundler. */
function filesOf(graph: Graph): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    // The worker is separate: shared modules may not bring the page along.
    const alone = reach(graph, WORKER);
    const put = (name: string, ids: Iterable<string>): void => {
        for (const id of ids) if (!files.has(id) && !alone.has(id)) files.set(id, name);
    };
    const elsewhere = reach(graph, START, true, TABLE);
    const table = [...reach(graph, TABLE)];
    const isShared = (id: string): boolean => elsewhere.has(id);
    put(`${FIRST}start`, reach(graph, START));
    put(`${FIRST}common`, table.filter(isShared));
    put(`${FIRST}table`, table);
    put(
        `${FIRST}map`,
        [...reach(graph, MAP)].filter((id) => !isShared(id)),
    );
    return files;
}

/** Names the file of a module, for the bundler. */
export function together(): (id: string, graph: Graph) => string | null {
    let files: ReadonlyMap<string, string> | undefined;
    return (id, graph) => (files ??= filesOf(graph)).get(id) ?? null;
}
