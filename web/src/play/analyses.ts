/** The analyses of this browser's games, in a database next to theirs: they can be made again. */
const DATABASE = 'gridwright-analyses';
const TEXTS = 'texts';

export class Analyses {
    constructor(readonly opening: Promise<IDBDatabase>) {}

    static open(factory = (): IDBFactory => indexedDB): Analyses {
        const opening = open(factory);
        // A window may store nothing: reads and writes say so.
        opening.catch(() => undefined);
        return new Analyses(opening);
    }

    /** The stored text; empty if there is none, or no storage. */
    async read(gameId: string): Promise<string> {
        try {
            const texts = (await this.opening).transaction(TEXTS).objectStore(TEXTS);
            return (await result(texts.get(gameId) as IDBRequest<string | undefined>)) ?? '';
        } catch (error) {
            console.warn(error);
            return '';
        }
    }

    /** Without room for it the analysis lasts as long as the page. */
    async write(gameId: string, text: string): Promise<void> {
        try {
            const texts = (await this.opening).transaction(TEXTS, 'readwrite').objectStore(TEXTS);
            await result(texts.put(text, gameId));
        } catch (error) {
            console.warn(error);
        }
    }
}

async function open(factory: () => IDBFactory): Promise<IDBDatabase> {
    const asking = factory().open(DATABASE, 1);
    asking.onupgradeneeded = () => asking.result.createObjectStore(TEXTS);
    return result(asking);
}

function result<Found>(request: IDBRequest<Found>): Promise<Found> {
    return new Promise((done, fail) => {
        request.onsuccess = () => done(request.result);
        request.onerror = () => fail(request.error ?? new Error('expected a result of the database'));
    });
}
