import { field, valueAt } from '../../manifest/fields.ts';
import type { MapEntry, MapNode } from '../../yaml/nodes.ts';
import { type FieldTexts, renamed, withoutComments } from './field-texts.ts';
import { fieldsIn, itemsOf, type Migration } from './migration.ts';
import type { Rewriter } from './rewriter.ts';

/**
 * `apiextensions.k8s.io/v1`: schema, subresources and columns are those of a version; a schema there must be; and what
 * the schema does not know is kept only where it says so.
 */
export const definition: Migration = (object, rewriter) => {
  const spec = field(object, 'spec')?.value;
  const fields = fieldsIn(object, 'spec', rewriter);
  if (spec?.type !== 'map' || !fields || isUnclear(spec, rewriter)) {
    rewriter.giveUp();
    return;
  }
  const columns = columnsOf(fields);
  const perVersion = [...taken(fields, ['subresources']), ...(columns === undefined ? [] : [columns])];
  const validation = field(spec, 'validation');
  const keepsAll = field(spec, 'preserveUnknownFields')?.value;
  const keeps = keepsAll?.type === 'scalar' && keepsAll.value === true;
  const ownSchemas = itemsOf(field(spec, 'versions')?.value).map((item) => field(item, 'schema'));
  const schema =
    validation || !ownSchemas.some(Boolean) ? schemaText(validation, keeps, fields, rewriter) : undefined;
  taken(fields, ['validation', ...(keeps ? ['preserveUnknownFields'] : [])]);
  if (field(spec, 'versions')) addToVersions(spec, fields, schema, perVersion, rewriter);
  else addVersion(fields, schema, perVersion);
  convert(spec, fields, rewriter);
  if (!field(spec, 'scope')) fields.append([fields.scalar('scope', 'Namespaced')]);
  rewriter.write(fields);
};

/** Anchors could come to stand behind their aliases. */
function isUnclear(spec: MapNode, rewriter: Rewriter): boolean {
  return /(?:^|[\s[{,])[&*]\w/.test(rewriter.textOf(spec));
}

function taken(fields: FieldTexts, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const texts: string[] = [];
    fields.combine([name], (parts) => {
      for (const one of parts.values()) texts.push(one);
      return [];
    });
    return texts;
  });
}

function columnsOf(fields: FieldTexts): string | undefined {
  return taken(fields, ['additionalPrinterColumns']).map(withJsonPaths)[0];
}

function withJsonPaths(text: string): string {
  return text.replace(/^([\s\-{,"']*|.*[{,][ \t]*["']?)JSONPath(?=["']?[ \t]*:)/gm, '$1jsonPath');
}

/** The schema as it is written, with the type that its root must have; one that takes everything where there is none. */
function schemaText(
  validation: MapEntry | undefined,
  keeps: boolean,
  fields: FieldTexts,
  rewriter: Rewriter,
): string | undefined {
  const everything = fields.scalar('x-kubernetes-preserve-unknown-fields', 'true');
  const root = field(validation?.value, 'openAPIV3Schema');
  if (root?.value?.type !== 'map') {
    return fields.map('schema', [
      fields.map('openAPIV3Schema', [fields.scalar('type', 'object'), everything]),
    ]);
  }
  const lacking = [
    ...(field(root.value, 'type') ? [] : ['type']),
    ...(keeps && !field(root.value, 'x-kubernetes-preserve-unknown-fields') ? ['everything'] : []),
  ];
  const written = lacking.length === 0 ? undefined : rewriter.fieldsOf(root.value);
  if (!written) {
    const text = taken(fields, ['validation'])[0];
    return text && renamed(text, 'validation', 'schema');
  }
  const head =
    rewriter.textBetween(validation!.span.start, root.key.span.start) + firstLine(rewriter.textOf(root));
  if (head.includes('#')) rewriter.giveUp();
  const added = lacking.map((one) => (one === 'type' ? fields.scalar('type', 'object') : everything));
  const { comments } = withoutComments(taken(fields, ['validation'])[0] ?? '');
  return comments + fields.map('schema', [fields.map('openAPIV3Schema', [...added, ...written.texts])]);
}

function firstLine(text: string): string {
  return text.slice(0, text.indexOf('\n'));
}

/** `version: v1alpha1` becomes the one of `versions`. */
function addVersion(fields: FieldTexts, schema: string | undefined, perVersion: readonly string[]): void {
  const flags = [fields.scalar('served', 'true'), fields.scalar('storage', 'true')];
  fields.combine(['version'], (parts) => {
    const { comments, field: version } = withoutComments(parts.get('version')!);
    const name = renamed(version, 'version', 'name');
    const item = [name, ...flags, ...(schema === undefined ? [] : [schema]), ...perVersion];
    return [comments + fields.list('versions', [item])];
  });
}

function addToVersions(
  spec: MapNode,
  fields: FieldTexts,
  schema: string | undefined,
  perVersion: readonly string[],
  rewriter: Rewriter,
): void {
  const list = field(spec, 'versions')!;
  const items = itemsOf(list.value);
  const texts: (readonly string[])[] = [];
  for (const item of items) {
    const own = rewriter.fieldsOf(item);
    if (!own) return;
    const written = own.texts.map(withJsonPaths);
    texts.push([...written, ...(own.has('schema') || schema === undefined ? [] : [schema]), ...perVersion]);
  }
  if (hasCommentsBetween(list, items, rewriter) || texts.length === 0) rewriter.giveUp();
  taken(fields, ['version']);
  fields.combine(['versions'], (parts) => {
    const { comments } = withoutComments(parts.get('versions')!);
    return [comments + fields.list('versions', texts)];
  });
}

function hasCommentsBetween(list: MapEntry, items: readonly MapNode[], rewriter: Rewriter): boolean {
  let end = list.key.span.end;
  return items.some(({ span, entries }) => {
    const between = rewriter.textBetween(end, span.start).replace(/^[^\n]*/, '');
    end = entries.at(-1)!.span.end;
    return between.includes('#');
  });
}

/** `webhookClientConfig` and its versions became a `webhook`. */
function convert(spec: MapNode, fields: FieldTexts, rewriter: Rewriter): void {
  if (!valueAt(spec, ['conversion', 'webhookClientConfig'])) {
    const versions = field(field(spec, 'conversion')?.value, 'conversionReviewVersions');
    if (!versions) return;
  }
  const own = fieldsIn(spec, 'conversion', rewriter);
  if (!own) return;
  own.combine(['webhookClientConfig', 'conversionReviewVersions'], (parts) => [
    own.map(
      'webhook',
      [...parts].map(([name, text]) =>
        renamed(text, name, name === 'webhookClientConfig' ? 'clientConfig' : name),
      ),
    ),
  ]);
  fields.combine(['conversion'], (parts) => {
    const { comments } = withoutComments(parts.get('conversion')!);
    return [comments + fields.map('conversion', own.texts)];
  });
}
