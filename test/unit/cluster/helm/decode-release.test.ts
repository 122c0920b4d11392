import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeRelease, ReleaseFault } from '../../../../client/src/cluster/helm/decode-release.ts';
import type { KubeObject } from '../../../../client/src/cluster/kube-object.ts';

const chart = { metadata: { name: 'nginx', version: '1.2.3', appVersion: '1.25' } };
const whole = {
  name: 'web',
  namespace: 'shop',
  version: 3,
  info: {
    status: 'deployed',
    first_deployed: '2026-01-01T00:00:00Z',
    last_deployed: '2026-02-01T00:00:00Z',
    description: 'Upgrade complete',
    notes: 'Open it.',
  },
  chart: { ...chart, values: { replicas: 1 } },
  config: { replicas: 3 },
  manifest: '---\nkind: ConfigMap\n',
};

function secret(data: unknown): KubeObject {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'sh.helm.release.v1.web.v3' }, data };
}

/** As Helm keeps it. */
function kept(bytes: Buffer | string): KubeObject {
  const encoded = Buffer.from(bytes).toString('base64');
  return secret({ release: Buffer.from(encoded).toString('base64') });
}

function packed(release: unknown): KubeObject {
  return kept(gzipSync(JSON.stringify(release)));
}

describe('a release of Helm', () => {
  it('is read from its Secret', async () => {
    expect(await decodeRelease(packed(whole))).toEqual({
      name: 'web',
      description: 'Upgrade complete',
      notes: 'Open it.',
      firstDeployed: '2026-01-01T00:00:00Z',
      lastDeployed: '2026-02-01T00:00:00Z',
      chart: { name: 'nginx', version: '1.2.3', appVersion: '1.25', values: { replicas: 1 } },
      given: { replicas: 3 },
      manifest: '---\nkind: ConfigMap\n',
    });
  });

  it('need have no more than its name and that of its chart', async () => {
    const least = await decodeRelease(packed({ name: 'web', chart: { metadata: { name: 'nginx' } } }));
    expect(least).toMatchObject({ name: 'web', given: {}, manifest: '', chart: { values: {} } });
    const nulls = { ...whole, config: null, manifest: null, info: null, chart: { ...chart, values: null } };
    expect(await decodeRelease(packed(nulls))).toMatchObject({ given: {}, manifest: '' });
  });

  it('may be JSON that is not packed, as before Helm packed it', async () => {
    expect(await decodeRelease(kept(JSON.stringify(whole)))).toMatchObject({ name: 'web' });
  });

  it('may have names that every object inherits', async () => {
    const text =
      '{"name":"web","chart":{"metadata":{"name":"nginx"}},"config":{"__proto__":{"a":1},"toString":2}}';
    const { given } = await decodeRelease(kept(text));
    expect(Object.entries(given)).toEqual([
      ['__proto__', { a: 1 }],
      ['toString', 2],
    ]);
  });

  it.each<readonly [what: string, secret: KubeObject, fault: string]>([
    ['no data', secret(undefined), 'its Secret has no data.release'],
    ['data that is a list', secret(['x']), 'its Secret has no data.release'],
    ['an empty text', secret({ release: '' }), 'its Secret has no data.release'],
    ['a number', secret({ release: 5 }), 'its Secret has no data.release'],
    ['no base64', secret({ release: '%%%' }), 'its data.release is not base64 of base64'],
    [
      'base64 once',
      secret({ release: gzipSync(JSON.stringify(whole)).toString('base64') }),
      'its data.release is not base64 of base64',
    ],
    ['no gzip', kept('hello'), 'it is neither gzip nor JSON'],
    ['gzip of no JSON', kept(gzipSync('hello')), 'it is neither gzip nor JSON'],
    [
      'gzip that is cut',
      kept(gzipSync(JSON.stringify(whole)).subarray(0, 60)),
      'what it packs with gzip is broken or cut',
    ],
    [
      'gzip that is broken',
      kept(Buffer.from([0x1f, 0x8b, 8, 0, 255, 255, 255, 255])),
      'what it packs with gzip is broken or cut',
    ],
    [
      'a bomb',
      kept(gzipSync(Buffer.alloc(17 * 1024 * 1024, ' '))),
      'it has more than 16 MB unpacked, the most that is read: ask Helm for it',
    ],
    ['a list', packed([]), 'its JSON is no map'],
    ['a null', packed(null), 'its JSON is no map'],
    ['no name', packed({ ...whole, name: undefined }), 'it has no name'],
    ['a name that is none', packed({ ...whole, name: { a: 1 } }), 'it has no name'],
    ['no chart', packed({ ...whole, chart: undefined }), 'it names no chart'],
    ['a chart that is a text', packed({ ...whole, chart: 'nginx' }), 'it names no chart'],
    ['a chart without a name', packed({ ...whole, chart: { metadata: {} } }), 'it names no chart'],
    ['values that are a list', packed({ ...whole, config: [1] }), 'its values (config) are no map'],
    [
      'a chart whose values are a text',
      packed({ ...whole, chart: { ...chart, values: 'a' } }),
      "the chart's values are no map",
    ],
    ['a manifest that is a list', packed({ ...whole, manifest: [] }), 'its manifest is no text'],
  ])('with %s is refused', async (_, broken, fault) => {
    await expect(decodeRelease(broken)).rejects.toThrow(new ReleaseFault(fault));
  });

  it('that is nested too deeply is refused before it is read', async () => {
    const deep = `{"name":"web","config":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`;
    await expect(decodeRelease(kept(gzipSync(deep)))).rejects.toThrow(/500/);
  });
});
