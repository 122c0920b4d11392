import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../../server/src/catalog/catalog.ts';
import type { PartialView } from '../../../server/src/checks/check-context.ts';
import { diagnose, loadSchemas } from '../../../server/src/checks/check-document.ts';
import { type KnownPart, knownPart } from '../../../server/src/checks/partial/known-part.ts';
import { serverMessage } from '../../../server/src/rules/shared/violation.ts';
import { violations } from '../../../server/src/rules/violations.ts';
import { parseDocuments } from '../../../server/src/yaml/documents.ts';
import type { MapNode } from '../../../server/src/yaml/nodes.ts';
import { withCatalog } from '../catalog/built-catalog.ts';
import { defaulted } from './defaulted.ts';
import { withUnknown } from './with-unknown.ts';

type Json = Record<string, unknown>;

const accepted = ['other-kinds', 'rare-kinds']
  .flatMap(
    (name) =>
      JSON.parse(
        readFileSync(new URL(`../../fixtures/rules/${name}.json`, import.meta.url), 'utf8'),
      ) as readonly { readonly object: Json; readonly causes: readonly string[] }[],
  )
  .flatMap(({ object, causes }) => (causes.length === 0 ? [object] : []));

const { bases } = JSON.parse(
  readFileSync(new URL('../../fixtures/rules/workloads.json', import.meta.url), 'utf8'),
) as { readonly bases: readonly Json[] };

describe('a rule that reads what is not known stays silent', () => {
  it.each(accepted.map((object) => [String(object.kind), object] as const))('in a %s', (_kind, object) => {
    const found = [...withUnknown(defaulted(object))].flatMap(([at, changed]) =>
      violations({
        object: changed as Json,
        operation: 'create',
        scope: 'Cluster',
        kubernetesVersion: '1.35',
      }).map((one) => `with ${at} unknown: ${one.path.join('.')}: ${serverMessage(one)}`),
    );
    expect(found).toEqual([]);
  });
});

describe('of an object of which only a part is known', () => {
  let catalog: Catalog;

  withCatalog('1.35', (opened) => {
    catalog = opened;
  });

  /** Knows each node of an object, or does not, by chance: the same each time. */
  function someOf(map: MapNode, chance: number, random: () => number): KnownPart {
    const answers = new Map<object, unknown>();
    const answered = <Answer>(node: object, answer: () => Answer): Answer => {
      if (!answers.has(node)) answers.set(node, answer());
      return answers.get(node) as Answer;
    };
    return knownPart(map, {
      entry: (entry) =>
        answered(entry, () => {
          if (['apiVersion', 'kind'].includes(entry.key.text) || random() > chance) return 'known';
          return random() < 0.5 ? 'unknown' : 'elsewhere';
        }),
      item: (item) => answered(item, () => (random() > chance ? 'known' : 'unknown')),
      isOpen: (node) => answered(node, () => random() < chance / 2),
      knowsScalar: (node) => answered(node, () => random() > chance),
    });
  }

  it.each(accepted.concat(bases).map((object) => [String(object.kind), object] as const))(
    'nothing is refused that is accepted as a whole: %s',
    async (_kind, object) => {
      const [document] = parseDocuments(JSON.stringify(object));
      await loadSchemas([document!], catalog);
      let seed = 1;
      const random = () => {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        return seed / 2147483648;
      };
      const whole = diagnose(document!, { catalog, version: '1.35' }).map(({ span }) => span.start);
      const found = Array.from({ length: 40 }, (_, round) => {
        const partialView: PartialView = {
          holds: () => false,
          refuses: () => true,
          tells: () => true,
          knownParts: (map) => [someOf(map, [0.02, 0.05, 0.15, 0.4][round % 4]!, random)],
        };
        const findings = diagnose(document!, { catalog, version: '1.35', partialView });
        return findings.filter(({ severity, span }) => severity === 'error' || !whole.includes(span.start));
      });
      expect(found.flat()).toEqual([]);
    },
  );
});
