/**
 * Firefox and WebKit over WebDriver: Debian's `firefox-esr` by Marionette, its own form of the protocol, and
 * `WebKitWebDriver` with its MiniBrowser over HTTP. Both understand the same commands.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const START_MS = 60_000;
const RETRY_MS = 200;

async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((done) => server.once('listening', done));
    const { port } = server.address();
    await new Promise((done) => server.close(done));
    return port;
}

/** Repeat until it succeeds: a browser takes a moment to listen. */
async function eventually(connectOnce) {
    const end = Date.now() + START_MS;
    for (;;) {
        try {
            return await connectOnce();
        } catch (error) {
            if (Date.now() > end) throw error;
            await pause(RETRY_MS);
        }
    }
}

/** Marionette: messages `[0, id, command, parameters]`, each after its length and a colon. */
class Marionette {
    #socket;
    #read = Buffer.alloc(0);
    #waiting = new Map();
    #sent = 0;

    constructor(socket) {
        this.#socket = socket;
        socket.on('data', (data) => this.#take(data));
    }

    static async open(port) {
        const socket = await eventually(
            () =>
                new Promise((done, failed) => {
                    const made = connect(port, '127.0.0.1', () => done(made));
                    made.once('error', failed);
                }),
        );
        return new Marionette(socket);
    }

    #take(data) {
        this.#read = Buffer.concat([this.#read, data]);
        for (;;) {
            const colon = this.#read.indexOf(':');
            if (colon < 0) return;
            const end = colon + 1 + Number(this.#read.subarray(0, colon));
            if (this.#read.length < end) return;
            const message = JSON.parse(this.#read.subarray(colon + 1, end));
            this.#read = this.#read.subarray(end);
            // The first message is a greeting.
            if (Array.isArray(message)) this.#answer(message);
        }
    }

    #answer([, id, error, result]) {
        const { done, failed } = this.#waiting.get(id);
        this.#waiting.delete(id);
        if (error) failed(new Error(`${error.error}: ${error.message}`));
        else done(result && 'value' in result ? result.value : result);
    }

    send(command, parameters) {
        this.#sent += 1;
        const name = command.includes(':') ? command : `WebDriver:${command}`;
        const text = JSON.stringify([0, this.#sent, name, parameters]);
        this.#socket.write(`${Buffer.byteLength(text)}:${text}`);
        return new Promise((done, failed) => this.#waiting.set(this.#sent, { done, failed }));
    }

    close() {
        this.#socket.destroy();
    }
}

/** Commands by their names in Marionette, with the path of the standard. */
const PATHS = {
    Navigate: 'url',
    ExecuteScript: 'execute/sync',
    PerformActions: 'actions',
    SetWindowRect: 'window/rect',
};

/** WebDriver over HTTP. */
class Http {
    #session;

    static async open(port, capabilities) {
        const driver = new Http();
        const address = `http://127.0.0.1:${port}`;
        const { sessionId } = await eventually(() => ask('POST', `${address}/session`, { capabilities }));
        driver.#session = `${address}/session/${sessionId}`;
        return driver;
    }

    send(command, parameters) {
        if (command === 'TakeScreenshot') return ask('GET', `${this.#session}/screenshot`);
        return ask('POST', `${this.#session}/${PATHS[command]}`, parameters);
    }

    async close() {
        await ask('DELETE', this.#session);
    }
}

async function ask(method, url, body) {
    const answer = await fetch(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
    const { value } = await answer.json();
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
}

function program(name, path) {
    if (!existsSync(path)) throw new Error(`expected ${path} (apt-get install ${name})`);
    return path;
}

/** WebKit's small browser, in a folder named by architecture and version. */
function miniBrowser() {
    const folders = readdirSync('/usr/lib').flatMap((name) =>
        ['4.1', '4.0', '6.0'].map((version) => `/usr/lib/${name}/webkit2gtk-${version}/MiniBrowser`),
    );
    const found = folders.find((path) => existsSync(path));
    if (!found) throw new Error('expected the MiniBrowser of WebKit (apt-get install webkit2gtk-driver)');
    return found;
}

/** Start a program; it is stopped with the returned function. */
function start(path, args, env = {}) {
    const child = spawn(path, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
    const gone = new Promise((done) => child.once('exit', done));
    return async () => {
        child.kill();
        await gone;
    };
}

async function openFirefox() {
    const profile = mkdtempSync(join(tmpdir(), 'gridwright-firefox-'));
    const port = await freePort();
    writeFileSync(join(profile, 'user.js'), `user_pref("marionette.port", ${port});\n`);
    const options = ['--headless', '--marionette', '-remote-allow-system-access', '--profile', profile, '--no-remote'];
    const stop = start(program('firefox-esr', '/usr/bin/firefox-esr'), options);
    const driver = await Marionette.open(port);
    await driver.send('NewSession', { capabilities: { alwaysMatch: {} } });
    // The window would be at least 500 wide.
    await driver.send('Marionette:SetContext', { value: 'chrome' });
    const narrow = "document.documentElement.style.setProperty('min-width', '0', 'important')";
    await driver.send('ExecuteScript', { script: narrow, args: [] });
    await driver.send('Marionette:SetContext', { value: 'content' });
    return {
        driver,
        close: async () => {
            driver.close();
            await stop();
            rmSync(profile, { recursive: true, force: true });
        },
    };
}

/** Style of the toolbar: as it is, the window would be at least 447 wide. */
const NARROW = '* { min-width: 0; min-height: 0; margin: 0; padding: 0; border-width: 0; font-size: 1px; }';

async function openWebKit() {
    const screen = `:${90 + (process.pid % 400)}`;
    const stopScreen = start(program('xvfb', '/usr/bin/Xvfb'), [screen, '-screen', '0', '1600x1200x24']);
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'gridwright-webkit-'));
    mkdirSync(join(folder, 'gtk-3.0'));
    writeFileSync(join(folder, 'gtk-3.0/gtk.css'), NARROW);
    const stop = start(program('webkit2gtk-driver', '/usr/bin/WebKitWebDriver'), ['-p', String(port)], {
        DISPLAY: screen,
        XDG_CONFIG_HOME: folder,
        // The sandbox needs privileges that a container lacks.
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    });
    const options = { binary: miniBrowser(), args: ['--automation'] };
    const driver = await Http.open(port, { alwaysMatch: { 'webkitgtk:browserOptions': options } });
    return {
        driver,
        close: async () => {
            await driver.close();
            await stop();
            await stopScreen();
            rmSync(folder, { recursive: true, force: true });
        },
    };
}

export const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit };
