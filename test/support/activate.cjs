// Loads a bundle of the extension in a bare Node with a `vscode` that accepts everything, and activates it.
//   node test/support/activate.cjs BUNDLE [MODE]     (prints {loadMs, activateMs, evaluated, commands, views, exported} as JSON)
// `evaluated` lists what the bundle reported by globalThis.evaluated, where a test has built it to do so; `commands` and
// `views` are the ids that it registered, in the order in which it did; `exported` names what it exports. MODE is one of
// VS Code's ExtensionMode, Production unless told.
const Module = require('node:module');
const { resolve } = require('node:path');

/** A value that may be called, constructed, extended, read and awaited, and gives more of its kind. */
function anything(known = new Map()) {
  return new Proxy(class {}, {
    get(target, key) {
      if (key === 'prototype') return target.prototype;
      if (key === 'then') return undefined;
      if (key === Symbol.toPrimitive) return () => '';
      if (key === Symbol.iterator) return [][Symbol.iterator].bind([]);
      if (typeof key === 'symbol') return undefined;
      if (!known.has(key)) known.set(key, anything());
      return known.get(key);
    },
    apply: () => anything(),
    construct: () => anything(),
  });
}

const ExtensionMode = { Production: 1, Development: 2, Test: 3 };
const registered = { commands: [], views: [] };
const recording = (list) => (id) => {
  list.push(id);
  return anything();
};
const vscode = anything(
  new Map([
    ['version', '1.100.0'],
    ['ExtensionMode', ExtensionMode],
    ['commands', anything(new Map([['registerCommand', recording(registered.commands)]]))],
    ['window', anything(new Map([['createTreeView', recording(registered.views)]]))],
  ]),
);
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
globalThis.evaluated = [];

// What the fake editor makes fail later is no failure of the activation.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

async function main() {
  const bundle = resolve(process.argv[2]);
  const started = performance.now();
  const extension = require(bundle);
  const loaded = performance.now();
  const context = anything(
    new Map([
      ['asAbsolutePath', (path) => resolve(bundle, '../..', path)],
      ['extensionMode', ExtensionMode[process.argv[3] ?? 'Production']],
    ]),
  );
  const activating = extension.activate(context);
  const returned = performance.now();
  const exported = await Promise.race([activating, new Promise((done) => setTimeout(done, 2_000))]);
  const { evaluated } = globalThis;
  process.stdout.write(
    `${JSON.stringify({ loadMs: loaded - started, activateMs: returned - loaded, evaluated, ...registered, exported: Object.keys(exported ?? {}) })}\n`,
    () => process.exit(0),
  );
}
main().catch((error) => {
  console.error(error);
  process.exit(1);
});
