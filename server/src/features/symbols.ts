import { type DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import type { CheckContext } from '../checks/check-context.ts';
import { identify } from '../checks/kind/kubernetes-object.ts';
import type { DocumentContent } from '../documents/document-version.ts';
import { field } from '../manifest/fields.ts';
import type { LineIndex } from '../yaml/lines.ts';
import type { ListNode, MapNode, ScalarNode, Span, YamlNode } from '../yaml/nodes.ts';
import { isAllPrinted, isPrinted } from '../yaml/printed.ts';
import { fieldName } from '../yaml/tree.ts';

/** The outline of a file: its Kubernetes objects by kind and name, below each its fields; items of lists by their names. */
export function documentSymbols(
  { documents, lines }: DocumentContent,
  _params: unknown,
  { catalog }: CheckContext,
): DocumentSymbol[] {
  const outline = new Outline(lines);
  return documents.flatMap(({ root }) => {
    const identity = identify(root, catalog);
    if (identity.is !== 'object') return [];
    return outline.object(identity.map, identity.kind);
  });
}

/** More fields and items than a person scrolls through; objects are there all the same. */
const mostParts = 20_000;

class Outline {
  readonly #lines: LineIndex;
  #parts = 0;
  /** Whether there are more than are shown, which the first of them says. */
  #isCut = false;

  constructor(lines: LineIndex) {
    this.#lines = lines;
  }

  object(map: MapNode, type: ScalarNode): DocumentSymbol {
    const kind = this.#shown(type);
    const metadata = field(map, 'metadata')?.value;
    const name =
      metadata?.type === 'map'
        ? (this.#textOf(metadata, 'name') ?? this.#textOf(metadata, 'generateName'))
        : undefined;
    const namespace = metadata?.type === 'map' ? this.#textOf(metadata, 'namespace') : undefined;
    const place = field(map, 'kind')?.key.span ?? map.span;
    const symbol = this.#symbol(
      name === undefined ? kind : `${kind}/${name}`,
      SymbolKind.Class,
      map.span,
      place,
    );
    return { ...symbol, ...(namespace && { detail: namespace }), children: this.#fields(map) };
  }

  #fields(map: MapNode): DocumentSymbol[] {
    const symbols: DocumentSymbol[] = [];
    for (const { key, span, value, alias, merged } of map.entries) {
      if (merged || isAllPrinted(key.text)) continue;
      if (!this.#hasRoom()) {
        symbols.push(...this.#rest(key.span));
        break;
      }
      const name = isPrinted(key.text) ? this.#written(key) : fieldName(key);
      const symbol = this.#symbol(name, kindOf(value), span, key.span);
      const detail = value?.type === 'scalar' ? this.#shown(value) : undefined;
      const children = alias ? [] : this.#below(value);
      symbols.push({ ...symbol, ...(detail && { detail }), ...(children.length > 0 && { children }) });
    }
    return symbols;
  }

  #items(list: ListNode): DocumentSymbol[] {
    const symbols: DocumentSymbol[] = [];
    for (const [index, { span, value, alias }] of list.items.entries()) {
      if (value?.type === 'scalar' && isAllPrinted(value.text)) continue;
      if (!this.#hasRoom()) {
        symbols.push(...this.#rest(span));
        break;
      }
      const end = alias?.end ?? Math.max(span.end, value?.span.end ?? 0);
      const symbol = this.#symbol(
        this.#titleOf(value, index),
        kindOf(value),
        { start: span.start, end },
        span,
      );
      const children = alias ? [] : this.#below(value);
      symbols.push({ ...symbol, ...(children.length > 0 && { children }) });
    }
    return symbols;
  }

  #below(value: YamlNode | undefined): DocumentSymbol[] {
    if (value?.type === 'map') return this.#fields(value);
    return value?.type === 'list' ? this.#items(value) : [];
  }

  #hasRoom(): boolean {
    return ++this.#parts <= mostParts;
  }

  /** An entry that says once that there is more than is shown, at the first that is not. */
  #rest(place: Span): DocumentSymbol[] {
    if (this.#isCut) return [];
    this.#isCut = true;
    const symbol = this.#symbol('…', SymbolKind.Null, place, place);
    const detail = `the outline has ${mostParts.toLocaleString('en')} fields; cut the file into several for the rest`;
    return [{ ...symbol, detail }];
  }

  #symbol(name: string, kind: SymbolKind, span: Span, selection: Span): DocumentSymbol {
    const end = Math.max(span.end, selection.end);
    return {
      name: name.trim() === '' ? '""' : name,
      kind,
      range: this.#lines.range({ start: Math.min(span.start, selection.start), end }),
      selectionRange: this.#lines.range(selection),
    };
  }

  /** How a person knows an item: an object of a list by kind and name, others by their name, key or value. */
  #titleOf(value: YamlNode | undefined, index: number): string {
    if (value?.type === 'scalar') return this.#shown(value) || String(index);
    if (value?.type !== 'map') return String(index);
    const metadata = field(value, 'metadata')?.value;
    const kind = this.#textOf(value, 'kind');
    const objectName = metadata?.type === 'map' ? this.#textOf(metadata, 'name') : undefined;
    if (kind && objectName) return `${kind}/${objectName}`;
    for (const name of [
      'name',
      'key',
      'containerPort',
      'port',
      'host',
      'path',
      'mountPath',
      'kind',
      'type',
    ]) {
      const text = this.#textOf(value, name);
      if (text) return text;
    }
    return String(index);
  }

  #textOf(map: MapNode, name: string): string | undefined {
    const value = field(map, name)?.value;
    return value?.type === 'scalar' && value.text !== '' ? this.#shown(value) : undefined;
  }

  #shown(scalar: ScalarNode): string {
    return shorten(isPrinted(scalar.text) ? this.#written(scalar) : scalar.text);
  }

  /** What stands in a text for a scalar that is printed: an action of a template as `{{…}}`, another placeholder as it is. */
  #written({ span }: ScalarNode): string {
    const written = this.#lines.text.slice(span.start, span.end).replace(/^(["'])(.*)\1$/s, '$2');
    return written.replace(/\{\{(?:(?!\}\}).)*(?:\}\}|$)/gs, '{{…}}');
  }
}

function shorten(text: string): string {
  const line = text.split('\n', 1)[0]!.trim();
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
}

function kindOf(value: YamlNode | undefined): SymbolKind {
  if (!value) return SymbolKind.Null;
  if (value.type === 'map') return SymbolKind.Object;
  if (value.type === 'list') return SymbolKind.Array;
  switch (typeof value.value) {
    case 'boolean':
      return SymbolKind.Boolean;
    case 'number':
    case 'bigint':
      return SymbolKind.Number;
    default:
      return value.value === null ? SymbolKind.Null : SymbolKind.String;
  }
}
