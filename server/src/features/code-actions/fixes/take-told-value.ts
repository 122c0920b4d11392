import { closest } from '../../../checks/closest.ts';
import type { Fix } from '../../../checks/finding.ts';
import { stringField, valueAt } from '../../../manifest/fields.ts';
import type { ViolationReason } from '../../../rules/shared/violation.ts';
import { composedName } from './composed-name.ts';
import { faultyNode, faultyScalar } from './faulty-node.ts';
import type { Fixing } from './fixing.ts';
import { replacePlain, replaceText } from './replace-value.ts';

/** What the server's own words, or the object, say has to stand there. */
export function* takeToldValue(fixing: Fixing): Iterable<Fix> {
  const { about, code } = fixing.finding;
  if (about.is !== 'violation' || !telling.has(about.violation.reason)) return;
  const node = faultyScalar(fixing);
  const { detail } = about.violation;
  if (node) {
    const [, truth] = /must be (true|false)\b/.exec(detail) ?? [];
    if (truth) yield replacePlain(node, truth);
    for (const word of toldWords(detail)) if (word !== node.text) yield replaceText(node, word);
    const names = fixing.object ? composedName(detail, fixing.object.map) : [];
    for (const name of names) yield replaceText(node, name);
    if (code === 'reference-version') yield* versionOfReference(fixing);
  }
  if (code === 'resource-name') yield* resourceName(fixing);
}

/** `must be 'web'`, `valid values: "OnFailure", "Never"`; examples are none. */
function toldWords(detail: string): string[] {
  const said = detail.replace(/\((?:e\.g\.|such as|for example|regex)[\s\S]*$/i, '');
  const lists = said.matchAll(
    /(?:must (?:be|equal)|values?:) ((?:(?:, | or )?(?:'[^'\s]{1,80}'|"[^"\s]{1,80}"))+)/g,
  );
  return [...lists].flatMap(([, list]) => [...list!.matchAll(/['"]([^'"]+)['"]/g)].map(([, word]) => word!));
}

const telling = new Set<ViolationReason>(['FieldValueInvalid', 'FieldValueRequired']);

/** The version of the kind that the reference names. */
function* versionOfReference(fixing: Fixing): Iterable<Fix> {
  const found = faultyNode(fixing);
  const node = faultyScalar(fixing);
  const beside = found && fixing.object && valueAt(fixing.object.map, found.path.slice(0, -1));
  const kind = stringField(beside, 'kind');
  if (!node || kind === undefined) return;
  for (const { apiVersion } of fixing.catalog.findByKind(kind)) yield replaceText(node, apiVersion);
}

function* resourceName(fixing: Fixing): Iterable<Fix> {
  const key = faultyNode(fixing)?.entry?.key;
  const meant = key && closest(key.text, ['cpu', 'memory', 'ephemeral-storage', 'storage', 'pods']);
  if (meant !== undefined) yield { title: `Rename to "${meant}"`, span: key!.span, newText: meant };
}
