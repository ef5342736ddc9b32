// One example in one Python: the same for the worker of a page and for the check of the build.
const FOLDER = '/gridwright';
const RUN = `
import sys
from pyodide.code import eval_code

sys.path.insert(0, "${FOLDER}")

def run(code):
    value = eval_code(code, {"__name__": "__main__"})
    return None if value is None else repr(value)

run
`;

/** Unpack the engine; returns a function that runs code and returns what it prints, its last value included. */
export function prepare(python, archive) {
    python.unpackArchive(archive, 'zip', { extractDir: FOLDER });
    const run = python.runPython(RUN);
    return (code) => {
        const lines = [];
        const keep = { batched: (line) => lines.push(line) };
        python.setStdout(keep);
        python.setStderr(keep);
        const value = run(code);
        if (value !== undefined && value !== null) lines.push(value);
        return lines.join('\n');
    };
}
