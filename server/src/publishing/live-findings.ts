import type { Catalog, Kind } from '../catalog/catalog.ts';
import type { CheckContext } from '../checks/check-context.ts';
import type { Finding } from '../checks/finding.ts';
import { leftPart } from '../checks/left-part.ts';
import { isFragment } from '../checks/partial/partial-object.ts';
import { shiftFinding } from '../checks/shift-finding.ts';
import { checkImmutableFields } from '../checks/stored/immutable-fields.ts';
import { type NamedObject, namedObjects, type ObjectName } from '../checks/stored/named-objects.ts';
import { withoutIgnored } from '../diagnostics/suppression.ts';
import type { OpenDocument } from '../documents/open-document.ts';
import { isKustomizationFile } from '../manifest/kustomization-paths.ts';
import { isPatch } from '../manifest/patch.ts';
import type { LiveObject } from '../protocol.ts';
import { mayHaveTransitionRules } from '../rules/apiextensions/transition-rules.ts';
import { rulesOf } from '../rules/registry.ts';
import type { YamlDocument } from '../yaml/nodes.ts';
import { LiveObjects, type LiveObjectsHost, mostLiveObjects } from './live-objects.ts';

interface CachedFindings {
  readonly context: CheckContext;
  readonly live: readonly (LiveObject | undefined)[];
  readonly findings: readonly Finding[];
}

/** What clusters would not let change of the objects in open documents. */
export class LiveFindings {
  readonly #objects: LiveObjects;
  readonly #cached = new WeakMap<YamlDocument, CachedFindings>();
  readonly #left = new WeakMap<readonly YamlDocument[], Beyond>();

  constructor(host: LiveObjectsHost) {
    this.#objects = new LiveObjects(host);
  }

  /** Hints at one document of a file by what is known now, without what its comments ignore. */
  of(document: YamlDocument, file: OpenDocument, context: CheckContext): readonly Finding[] {
    const { start } = document.span;
    const findings = this.#fromStart(document, file, context).map((finding) => shiftFinding(finding, start));
    if (!this.#objects.hasAny(file.uri)) return findings;
    const { first } = this.#beyond(file, context);
    if (first?.document !== document) return findings;
    const { map } = first.object;
    const { span } = map.entries[0]?.key ?? map;
    return [...findings, leftPart('live-objects', mostLiveObjects, span)];
  }

  /** The first object of a file beyond those that are asked for. */
  #beyond(file: OpenDocument, context: CheckContext): Beyond {
    const { documents } = file;
    const known = this.#left.get(documents);
    if (known?.context === context) return known;
    let count = 0;
    let first: Beyond['first'];
    for (const [document, object] of restrictedIn(file, context)) {
      if (++count <= mostLiveObjects) continue;
      first = { document, object };
      break;
    }
    const beyond = { context, first };
    this.#left.set(documents, beyond);
    return beyond;
  }

  /** With places from the start of the document, which may move before they are used again. */
  #fromStart(document: YamlDocument, file: OpenDocument, context: CheckContext): readonly Finding[] {
    if (!this.#objects.hasAny(file.uri)) return none;
    const written = restrictedObjects(document, file, context);
    const live = written.map(({ name }) => this.#objects.known(file.uri, name));
    if (!live.some((one) => one)) return none;
    const known = this.#cached.get(document);
    if (known?.context === context && isSame(known.live, live)) return known.findings;
    const findings = written.flatMap((object, index) => {
      const one = live[index];
      return one ? checkImmutableFields(object, one, context) : [];
    });
    const { start } = document.span;
    const kept = withoutIgnored(findings, document).map((finding) => shiftFinding(finding, -start));
    this.#cached.set(document, { context, live, findings: kept });
    return kept;
  }

  /** Asks for what a file's objects are in a cluster; gives whether there is anything new. */
  async refresh(file: OpenDocument, context: CheckContext): Promise<boolean> {
    const names: ObjectName[] = [];
    for (const [, { name }] of restrictedIn(file, context)) {
      if (names.length >= mostLiveObjects) break;
      names.push(name);
    }
    return await this.#objects.refresh(file.uri, names);
  }

  /** What is known is out of date. */
  expire(): void {
    this.#objects.expire();
  }

  /** Forgets a document. */
  close(uri: string): void {
    this.#objects.close(uri);
  }
}

const none: readonly Finding[] = [];

/** What is known of the documents of a file in one context. */
interface Beyond {
  readonly context: CheckContext;
  readonly first: { readonly document: YamlDocument; readonly object: NamedObject } | undefined;
}

function* restrictedIn(file: OpenDocument, context: CheckContext): Generator<[YamlDocument, NamedObject]> {
  for (const document of file.documents) {
    for (const object of restrictedObjects(document, file, context)) yield [document, object];
  }
}

/**
 * The objects of a document that an apply would send as they are written, of kinds that have something that may not
 * change. What is broken, a template or a patch says too little of the object that it becomes.
 */
function restrictedObjects(
  document: YamlDocument,
  file: OpenDocument,
  { catalog, partialView }: CheckContext,
): NamedObject[] {
  if (partialView || file.template || isKustomizationFile(file.uri) || document.text.includes('{{'))
    return [];
  if (document.problems.some(({ code }) => code !== 'duplicate-key')) return [];
  if (isPatch(document) || isFragment(document.root)) return [];
  return Array.from(namedObjects(document.root, catalog)).filter(({ kind }) =>
    mayRefuseChanges(kind, catalog),
  );
}

function mayRefuseChanges(kind: Kind, catalog: Catalog): boolean {
  if (kind.origin.from === 'bundled') {
    return rulesOf(kind.group === '' ? kind.kind : `${kind.group}/${kind.kind}`).update === 'restricted';
  }
  const schema = catalog.schema(kind);
  return schema !== undefined && mayHaveTransitionRules(schema);
}

function isSame(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
