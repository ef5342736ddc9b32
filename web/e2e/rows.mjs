/** Rows of a proof: a line each, or all of them as JSON. */
export class Rows {
    rows = [];

    constructor(asJson) {
        this.asJson = asJson;
    }

    /** Try something; its result are figures to tell. A failure is told and counted, and the next row is tried. */
    async row(name, prove) {
        const started = Date.now();
        let figures = {};
        let problem = '';
        try {
            figures = (await prove()) ?? {};
        } catch (error) {
            problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
        }
        const row = {
            name,
            ok: problem === '',
            seconds: (Date.now() - started) / 1000,
            ...figures,
            ...(problem ? { problem } : {}),
        };
        this.rows.push(row);
        if (!this.asJson) console.log(lineOf(row, figures));
        return row.ok;
    }

    get ok() {
        return this.rows.length > 0 && this.rows.every((row) => row.ok);
    }

    /** Print what is left to print, and set the exit code. */
    close() {
        if (this.asJson) console.log(JSON.stringify({ ok: this.ok, rows: this.rows }, null, 1));
        if (!this.ok) process.exitCode = 1;
    }
}

function lineOf(row, figures) {
    const told = Object.entries(figures).map(
        ([name, figure]) => `${name} ${Array.isArray(figure) ? figure.join(', ') : figure}`,
    );
    const line = `${row.ok ? 'ok    ' : 'FAILED'} ${row.name}, ${row.seconds.toFixed(1)} s${told.length > 0 ? `: ${told.join('; ')}` : ''}`;
    return row.problem ? `${line}\n       ${row.problem.replaceAll('\n', '\n       ')}` : line;
}
