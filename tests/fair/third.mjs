// The protocol a third time, as a browser would compute it: node third.mjs vectors.json
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const LABEL = Buffer.from("gridwright-fair-1");
const hex = (text) => Buffer.from(text, "hex");
const mac = (key, text) => createHmac("sha256", key).update(text).digest();

function number(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const prefixed = (part) => Buffer.concat([number(part.length), part]);

function* words(key) {
  for (let counter = 0n; ; counter++) {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(counter);
    const block = mac(key, bytes);
    for (let place = 0; place < 32; place += 4) yield block.readUInt32BE(place);
  }
}

function below(source, bound) {
  const limit = 2 ** 32 - (2 ** 32 % bound);
  for (;;) {
    const word = source.next().value;
    if (word < limit) return word % bound;
  }
}

function shuffled(source, items) {
  const order = [...items];
  for (let place = order.length - 1; place > 0; place--) {
    const other = below(source, place + 1);
    [order[place], order[other]] = [order[other], order[place]];
  }
  return order;
}

const answers = {
  commit({ game, rules, seed }) {
    const parts = [LABEL, prefixed(Buffer.from(game)), prefixed(Buffer.from(rules)), hex(seed)];
    return { commit: createHash("sha256").update(Buffer.concat(parts)).digest("hex") };
  },
  master({ game, seed, contributions, keys }) {
    const given = contributions.flatMap(([seat, bytes]) => [number(seat), prefixed(hex(bytes))]);
    const master = mac(hex(seed), Buffer.concat([LABEL, prefixed(Buffer.from(game)), ...given]));
    const purposes = Object.keys(keys).map((purpose) => [purpose, mac(master, purpose).toString("hex")]);
    return { master: master.toString("hex"), keys: Object.fromEntries(purposes) };
  },
  words(asked) {
    const source = words(hex(asked.key));
    return { words: asked.words.map(() => source.next().value) };
  },
  below({ key, bound, draws }) {
    const source = words(hex(key));
    return { draws: draws.map(() => below(source, bound)) };
  },
  shuffle({ key, size }) {
    return { order: shuffled(words(hex(key)), Array(size).keys()) };
  },
  hidden({ key, layers }) {
    const source = words(hex(key));
    const order = [];
    for (const { cards, counts } of layers) {
      const layer = [];
      for (const [back, pool] of cards.entries()) {
        const free = pool.filter((card) => !order.includes(card));
        layer.push(...shuffled(source, free).slice(0, counts[back]));
      }
      order.push(...shuffled(source, layer));
    }
    return { hidden: order };
  },
};

const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
let nSame = 0;
for (const [kind, cases] of Object.entries(vectors)) {
  for (const expected of cases) {
    const found = { ...expected, ...answers[kind](expected) };
    if (JSON.stringify(found) !== JSON.stringify(expected)) {
      console.error(`${kind}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`);
      process.exit(1);
    }
    nSame++;
  }
}
console.log(`${nSame} same`);
