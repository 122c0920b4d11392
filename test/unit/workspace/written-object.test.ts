import { describe, expect, test } from 'vitest';
import type { WrittenObjectParams } from '../../../server/src/protocol.ts';
import { writtenObject } from '../../../server/src/workspace/written-object.ts';

const web = { group: 'apps', kind: 'Deployment', namespace: 'shop', name: 'web' };
const deployment = (metadata: string, apiVersion = 'apps/v1') =>
  `apiVersion: ${apiVersion}\nkind: Deployment\nmetadata: ${metadata}\n`;

describe('where files write an object', () => {
  const places = async (files: Readonly<Record<string, string>>, params: WrittenObjectParams = web) => {
    async function* texts() {
      for (const [uri, text] of Object.entries(files)) yield { uri, text };
    }
    const found = await writtenObject(params, texts(), async () => {}, { isCancellationRequested: false });
    return found.map(({ uri, range }) => `${uri}:${range.start.line + 1}`);
  };

  test('is by kind, name and namespace; those that name the namespace come first', async () => {
    const files = {
      none: deployment('{name: web}'),
      other: deployment('{name: web, namespace: zoo}'),
      group: deployment('{name: web}', 'example.com/v1'),
      kind: 'apiVersion: v1\nkind: Service\nmetadata: {name: web, namespace: shop} # Deployment\n',
      older: deployment('{name: web}', 'apps/v1beta1'),
      second: `${deployment('{name: web-2, namespace: shop}')}---\n${deployment('{name: web, namespace: shop}')}`,
    };
    expect(await places(files)).toEqual(['second:5', 'none:1', 'older:1']);
  });

  test('is in lists, in templates, and in JSON', async () => {
    const files = {
      list: `apiVersion: v1\nkind: List\nitems:\n- apiVersion: apps/v1\n  kind: Deployment\n  metadata: {name: web}\n`,
      template:
        '{{- if .Values.web }}\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n  namespace: {{ .Release.Namespace }}\n{{- end }}\n',
      json: '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"}}',
    };
    expect(await places(files)).toEqual(['list:4', 'template:2', 'json:1']);
  });

  test('is nowhere else', async () => {
    const cluster: WrittenObjectParams = { group: '', kind: 'Namespace', name: 'web' };
    expect(await places({ broken: 'kind: [Deployment\nname: web' })).toEqual([]);
    expect(
      await places({ file: 'apiVersion: v1\nkind: Namespace\nmetadata: {name: web}\n' }, cluster),
    ).toEqual(['file:1']);
  });
});
