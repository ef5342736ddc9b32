/** Rows of a proof: a line each, or all of them as JSON. */
export class Rows {
    rows = [];

    constructor(asJson, print = console.log) {
        Object.assign(this, { asJson, print });
    }

    /** Run a row; it returns values to print. A failure is printed and counted, and the next row runs. */
    async row(name, prove) {
        const started = Date.now();
        let values = {};
        let problem = '';
        try {
            values = (await prove()) ?? {};
        } catch (error) {
            problem = error instanceof Error ? (error.stack ?? error.message) : String(error);
        }
        const row = {
            name,
            ok: problem === '',
            seconds: (Date.now() - started) / 1000,
            ...values,
            ...(problem ? { problem } : {}),
        };
        this.rows.push(row);
        if (!this.asJson) this.print(lineOf(row, values));
        return row.ok;
    }

    get ok() {
        return this.rows.length > 0 && this.rows.every((row) => row.ok);
    }

    /** Print the remaining lines; throws if a row failed. */
    close() {
        if (this.asJson) this.print(JSON.stringify({ ok: this.ok, rows: this.rows }, null, 1));
        const failed = this.rows.filter(({ ok }) => !ok).map(({ name }) => name);
        if (!this.ok) throw new Error(`failed: ${failed.join(', ') || 'there was nothing to do'}`);
    }
}

function lineOf(row, values) {
    const shown = Object.entries(values).map(
        ([name, value]) => `${name} ${Array.isArray(value) ? value.join(', ') : value}`,
    );
    const line = `${row.ok ? 'ok    ' : 'FAILED'} ${row.name}, ${row.seconds.toFixed(1)} s${shown.length > 0 ? `: ${shown.join('; ')}` : ''}`;
    return row.problem ? `${line}\n       ${row.problem.replaceAll('\n', '\n       ')}` : line;
}

/** Print the number of faults, for people or (`--json`) for machines; throws if there is one. */
export function report({ title, checked, faults, missing, values = {} }, { args, print }) {
    const fine = faults.length === 0 && missing.length === 0 && checked > 0;
    if (args.includes('--json')) {
        print(
            JSON.stringify(
                { title, checked, found: faults.length, threshold: 0, fine, ...values, faults, missing },
                null,
                2,
            ),
        );
    } else {
        print(
            `${title}: ${faults.length} found (threshold 0), ${checked} pages checked${Object.entries(values)
                .map(([name, value]) => `, ${name} ${value}`)
                .join('')}`,
        );
        for (const each of missing) print(`  missing  ${each}`);
        for (const each of faults) print(`  ${each}`);
    }
    if (!fine) throw new Error(`${title}: ${faults.length + missing.length} found`);
}
