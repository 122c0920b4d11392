import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import onig from 'vscode-oniguruma';
import textmate from 'vscode-textmate';

/** Which grammars of the extension colour a text. */
export type With = 'ours' | 'only VS Code';

/** A stretch of a line, and the scopes that it has, the outermost first. */
export interface ScopedText {
  readonly text: string;
  readonly scopes: readonly string[];
}

/** The root of the project. */
const root = join(import.meta.dirname, '..', '..');

/**
 * Colours texts as VS Code does: with its own engine, the grammars that it brings and those that package.json contributes.
 * Throws where the workbench is not installed.
 */
export class Colouring {
  readonly #grammars = new Map<string, Promise<textmate.IGrammar | null>>();
  readonly #registries: Record<With, textmate.Registry>;

  constructor(workbench = '4.139.1') {
    const shipped = shippedGrammars(workbench);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const contributed: readonly Contribution[] = manifest.contributes.grammars;
    this.#registries = {
      'only VS Code': registry(shipped, []),
      ours: registry(
        new Map([
          ...shipped,
          ...contributed.map(({ scopeName, path }) => [scopeName, join(root, path)] as const),
        ]),
        contributed.filter(({ injectTo }) => injectTo),
      ),
    };
  }

  /** The lines of a text with their scopes, coloured by the grammar of that scope name. */
  async lines(text: string, scopeName = 'source.yaml', by: With = 'ours'): Promise<ScopedText[][]> {
    const grammar = await this.#grammar(scopeName, by);
    let state = textmate.INITIAL;
    return text.split(/\r?\n/).map((line) => {
      const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
      state = ruleStack;
      return tokens
        .filter(({ startIndex }) => startIndex < line.length)
        .map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
    });
  }

  /** How long a text takes as VS Code tokenizes it, in milliseconds; of a grammar's first text, loading it included. */
  async time(text: string, by: With, now: () => number, scopeName = 'source.yaml'): Promise<number> {
    const started = now();
    const grammar = await this.#grammar(scopeName, by);
    let state = textmate.INITIAL;
    for (const line of text.split(/\r?\n/)) state = grammar.tokenizeLine2(line, state).ruleStack;
    return now() - started;
  }

  async #grammar(scopeName: string, by: With): Promise<textmate.IGrammar> {
    const key = `${by} ${scopeName}`;
    const loading = this.#grammars.get(key) ?? this.#registries[by].loadGrammar(scopeName);
    this.#grammars.set(key, loading);
    const grammar = await loading;
    if (!grammar) throw new Error(`no grammar has the scope ${scopeName}`);
    return grammar;
  }
}

interface Contribution {
  readonly scopeName: string;
  readonly path: string;
  readonly injectTo?: readonly string[];
}

/** The grammars that VS Code brings, by scope. */
function shippedGrammars(workbench: string): ReadonlyMap<string, string> {
  const extensions = join(
    root,
    `.vscode-test/workbench-${workbench}/node_modules/code-server/lib/vscode/extensions`,
  );
  if (!existsSync(extensions)) {
    throw new Error(`${extensions} is missing: node scripts/setup.mjs workbench oldest-workbench`);
  }
  return new Map(
    readdirSync(extensions).flatMap((name) => {
      const file = join(extensions, name, 'package.json');
      if (!existsSync(file)) return [];
      const grammars: Contribution[] = JSON.parse(readFileSync(file, 'utf8')).contributes?.grammars ?? [];
      return grammars.map(({ scopeName, path }) => [scopeName, join(extensions, name, path)] as const);
    }),
  );
}

function registry(files: ReadonlyMap<string, string>, injected: readonly Contribution[]): textmate.Registry {
  return new textmate.Registry({
    onigLib: onigLib(),
    loadGrammar: async (scopeName) => {
      const file = files.get(scopeName);
      return file === undefined ? null : textmate.parseRawGrammar(readFileSync(file, 'utf8'), file);
    },
    getInjections: (scopeName) =>
      injected
        .filter(({ injectTo }) =>
          injectTo?.some((target) => scopeName === target || scopeName.startsWith(`${target}.`)),
        )
        .map((injection) => injection.scopeName),
  });
}

let loaded: Promise<textmate.IOnigLib> | undefined;

function onigLib(): Promise<textmate.IOnigLib> {
  loaded ??= (async () => {
    const require = createRequire(import.meta.url);
    const wasm = readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm'));
    await onig.loadWASM(wasm);
    return {
      createOnigScanner: (sources) => new onig.OnigScanner(sources),
      createOnigString: (text) => new onig.OnigString(text),
    };
  })();
  return loaded;
}

/** The innermost scope of each character of a text, its line ends included. */
export function leafScope(lines: readonly (readonly ScopedText[])[]): string[] {
  return lines.flatMap((line) => [
    ...line.flatMap(({ text, scopes }) => Array<string>(text.length).fill(scopes.at(-1) ?? '')),
    '',
  ]);
}
