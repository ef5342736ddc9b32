/* Tries what the client needs, before it is loaded, and shows the plain page of `plainPage.ts` if something is missing.
   Where the browser refuses storage, one of this page takes its place. Runs in browsers that know no modules. */
(function () {
    ['localStorage', 'sessionStorage'].forEach(function (name) {
        var isRefused = false;
        try {
            window[name].getItem('');
        } catch (problem) {
            isRefused = problem !== null;
        }
        if (!isRefused) return;
        var items = {};
        var names = function () {
            return Object.keys(items);
        };
        var storage = {
            getItem: function (key) {
                return Object.prototype.hasOwnProperty.call(items, key) ? items[key] : null;
            },
            setItem: function (key, value) {
                items[key] = String(value);
            },
            removeItem: function (key) {
                delete items[key];
            },
            clear: function () {
                items = {};
            },
            key: function (place) {
                return names()[place] || null;
            },
        };
        Object.defineProperty(storage, 'length', {
            get: function () {
                return names().length;
            },
        });
        Object.defineProperty(window, name, { value: storage });
    });

    /* A module with an exception tag, as Python is compiled with. */
    var CODE = [0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 13, 3, 1, 0, 0];
    var tried = {
        WebAssembly: function () {
            return WebAssembly.validate(new Uint8Array(CODE));
        },
        Modules: function () {
            return 'noModule' in document.createElement('script');
        },
        Worker: function () {
            return 'postMessage' in Worker.prototype;
        },
        Streams: function () {
            return 'readable' in DecompressionStream.prototype;
        },
        Structures: function () {
            return structuredClone([1])[0] === 1 && [1].at(-1) === 1;
        },
    };
    var missing = [];
    for (var name in tried) {
        // Such a browser may not know `catch` without a name.
        try {
            if (!tried[name]()) missing.push(name);
        } catch (problem) {
            missing.push(problem instanceof Error ? name : name + '?');
        }
    }
    window.gridwrightShowOld = function (names) {
        var isGerman = /^de/.test(navigator.language || '');
        var plain = document.getElementById(isGerman ? 'old-de' : 'old-en');
        plain.querySelector('[data-missing]').textContent = names.join(', ');
        plain.hidden = false;
        document.getElementById('page').hidden = true;
    };
    window.gridwrightMissing = missing;
    document.addEventListener('DOMContentLoaded', function () {
        if (missing.length > 0) window.gridwrightShowOld(missing);
    });
})();
