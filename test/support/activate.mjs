// Loads the extension in a bare Node with a `vscode` that accepts everything, and activates it.
//   node test/support/activate.mjs ENTRY [MODE]     (prints {loadMs, activateMs, read, commands, views, exported} as JSON)
// `read` lists the files of the extension that were read until activate() returned; `commands` and `views` are the ids
// that it registered, in the order in which it did; `exported` names what it exports. MODE is one of VS Code's
// ExtensionMode, Production unless told.
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ExtensionMode = { Production: 1, Development: 2, Test: 3 };
const registered = { commands: [], views: [] };
const vscode = anything(
  new Map([
    ['version', '1.100.0'],
    ['ExtensionMode', ExtensionMode],
    ['commands', anything(new Map([['registerCommand', recording(registered.commands)]]))],
    ['window', anything(new Map([['createTreeView', recording(registered.views)]]))],
  ]),
);
const read = [];

// What the fake editor makes fail later is no failure of the activation.
process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});

serveVscode();
const entry = resolve(process.argv[2]);
const started = performance.now();
const extension = await import(pathToFileURL(entry).href);
const loaded = performance.now();
const context = anything(
  new Map([
    ['asAbsolutePath', (path) => resolve(entry, '../..', path)],
    ['extensionMode', ExtensionMode[process.argv[3] ?? 'Production']],
  ]),
);
const exported = extension.activate(context);
const returned = performance.now();
const answer = {
  loadMs: loaded - started,
  activateMs: returned - loaded,
  read: [...read],
  ...registered,
  exported: Object.keys(exported ?? {}),
};
process.stdout.write(`${JSON.stringify(answer)}\n`, () => process.exit(0));

/** Answers every import of `vscode` with the fake, under the names of the real one, and notes the files that are read. */
function serveVscode() {
  const types = createRequire(import.meta.url).resolve('@types/vscode/index.d.ts');
  const declared = readFileSync(types, 'utf8').matchAll(
    /^\texport (?:abstract )?(?:class|enum|namespace|const|let|function) (\w+)/gm,
  );
  const names = [...new Set(Array.from(declared, ([, name]) => name))];
  globalThis.fakeVscode = vscode;
  const source = names.map((name) => `export const ${name} = globalThis.fakeVscode.${name};`).join('\n');
  registerHooks({
    resolve: (specifier, from, next) =>
      specifier === 'vscode' ? { url: 'fake:vscode', shortCircuit: true } : next(specifier, from),
    load(url, from, next) {
      if (url === 'fake:vscode') return { format: 'module', source, shortCircuit: true };
      if (url.startsWith('file:')) read.push(fileURLToPath(url));
      return next(url, from);
    },
  });
}

/** A value that may be called, constructed, extended, read, written and awaited, and gives more of its kind. */
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
    // Some fields of a function are read-only, and here nothing is.
    set: () => true,
    apply: () => anything(),
    construct: () => anything(),
  });
}

/** A function that registers an id with a list. */
function recording(list) {
  return (id) => {
    list.push(id);
    return anything();
  };
}
