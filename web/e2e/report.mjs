/** A figure beside its bar, for people or (`--json`) for machines; the exit code says whether it was reached. */
export function report({ title, checked, faults, missing, figures = {} }) {
    const fine = faults.length === 0 && missing.length === 0 && checked > 0;
    if (process.argv.includes('--json')) {
        console.log(
            JSON.stringify(
                { title, checked, found: faults.length, bar: 0, fine, ...figures, faults, missing },
                null,
                2,
            ),
        );
    } else {
        console.log(
            `${title}: ${faults.length} found (bar 0), ${checked} pages checked${Object.entries(figures)
                .map(([name, value]) => `, ${name} ${value}`)
                .join('')}`,
        );
        for (const each of missing) console.log(`  missing  ${each}`);
        for (const each of faults) console.log(`  ${each}`);
    }
    if (!fine) process.exitCode = 1;
}

/** Names of states after `--only`, as beginnings: `--only home,lobby`. */
export function wanted() {
    const at = process.argv.indexOf('--only');
    return at < 0 ? [] : (process.argv[at + 1] ?? '').split(',').filter(Boolean);
}
