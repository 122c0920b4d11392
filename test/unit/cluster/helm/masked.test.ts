import { describe, expect, it } from 'vitest';
import { maskManifest } from '../../../../client/src/cluster/helm/mask-manifest.ts';
import { maskValues } from '../../../../client/src/cluster/helm/mask-values.ts';
import { releaseText } from '../../../../client/src/cluster/helm/release-text.ts';
import { looksSecret } from '../../../../client/src/cluster/helm/secret-words.ts';

const atOnce = () => Promise.resolve();
const hidden = '*** (7 characters)';

describe('names of what is secret', () => {
  it.each(
    'password dbPassword DB_PASSWORD rootpasswd token apiToken API_KEY apikey secretKey aws.secretAccessKey key tls.key privateKey credentials clientSecret passphrase pass pwd sslKeys'.split(
      ' ',
    ),
  )('%s is one', (name) => expect(looksSecret(name)).toBe(true));

  it.each(
    'replicas user keycloak monkey passage secretName existingSecret secretRef secretKeyRef imagePullSecrets topologyKey compass constructor'.split(
      ' ',
    ),
  )('%s is none', (name) => expect(looksSecret(name)).toBe(false));
});

describe('values of a release', () => {
  it.each<readonly [what: string, values: unknown, masked: unknown]>([
    ['a password', { db: { password: 'hunter2', user: 'app' } }, { db: { password: hidden, user: 'app' } }],
    [
      'all below a secret name',
      { secrets: { a: ['hunter2'], b: { c: 12 }, on: true, none: null, empty: '' } },
      { secrets: { a: [hidden], b: { c: '***' }, on: true, none: null, empty: '' } },
    ],
    [
      'a variable by its name',
      {
        env: [
          { name: 'DB_PASSWORD', value: 'hunter2' },
          { name: 'HOST', value: 'db' },
        ],
      },
      {
        env: [
          { name: 'DB_PASSWORD', value: hidden },
          { name: 'HOST', value: 'db' },
        ],
      },
    ],
    ['a user in a URL', { url: 'postgres://a:hunter2@db/x' }, { url: 'postgres://***@db/x' }],
    [
      'the key of a taint, which is none',
      { tolerations: [{ key: 'gpu', operator: 'Exists' }], key: 'hunter2' },
      { tolerations: [{ key: 'gpu', operator: 'Exists' }], key: hidden },
    ],
    ['a Secret that is named', { existingSecret: 'mine' }, { existingSecret: 'mine' }],
    [
      'names that every object inherits',
      JSON.parse('{"__proto__":{"token":"hunter2"}}'),
      JSON.parse(`{"__proto__":{"token":"${hidden}"}}`),
    ],
    ['no map', 'x', 'x'],
  ])('are shown without %s', (_, values, masked) => {
    expect(maskValues(values)).toEqual(masked);
  });
});

describe('the manifest of a release', () => {
  const open = '# Source: a/templates/b.yaml\nkind: Deployment # its kind\nspec: {replicas: 1}\n';

  it.each<readonly [what: string, manifest: string, masked: string]>([
    ['what is not secret, as it is written', `---\n${open}---\n${open}`, `${open}---\n${open}`],
    [
      'a Secret',
      '# Source: a/s.yaml\nkind: Secret\ndata:\n  a: aHVudGVyMg==\nstringData: {b: hunter2}\ntype: Opaque\n',
      "# Source: a/s.yaml\nkind: Secret\ndata:\n  a: '*** (7 bytes)'\nstringData:\n  b: '*** (7 characters)'\ntype: Opaque\n",
    ],
    [
      'Secrets of a list',
      'kind: List\nitems:\n- kind: Secret\n  data: {a: aHVudGVyMg==}\n',
      "kind: List\nitems:\n- kind: Secret\n  data:\n    a: '*** (7 bytes)'\n",
    ],
    [
      'data by an alias',
      'kind: Secret\nx: &x {a: aHVudGVyMg==}\ndata: *x\n',
      "kind: Secret\nx:\n  a: '*** (12 characters)'\ndata:\n  a: '*** (7 bytes)'\n",
    ],
    [
      'data that is no map',
      'kind: Secret\ndata: hunter2\nstringData: [hunter2]\n',
      `kind: Secret\ndata: '*** (5 bytes)'\nstringData:\n- '${hidden}'\n`,
    ],
    [
      'a field that is written twice',
      'kind: Secret\nkind: Pod\nspec: {a: 1, a: 2}\n',
      'kind: Pod\nspec:\n  a: 2\n',
    ],
    [
      'a variable',
      'kind: Pod\nspec: {containers: [{env: [{name: API_TOKEN, value: hunter2}]}]}\n',
      `kind: Pod\nspec:\n  containers:\n  - env:\n    - name: API_TOKEN\n      value: '${hidden}'\n`,
    ],
    [
      'keys of a ConfigMap',
      'kind: ConfigMap\ndata: {db-password: hunter2, app.ini: "password = hunter2"}\n',
      `kind: ConfigMap\ndata:\n  db-password: '${hidden}'\n  app.ini: password = ***\n`,
    ],
    [
      'fields of Kubernetes that only name what is secret',
      'kind: Pod\nspec: {volumes: [{secret: {secretName: a, items: [{key: b, path: token}]}}], automountServiceAccountToken: false}\n',
      'kind: Pod\nspec: {volumes: [{secret: {secretName: a, items: [{key: b, path: token}]}}], automountServiceAccountToken: false}\n',
    ],
    ['a comment', 'kind: Pod\n# password: hunter2\n', 'kind: Pod\n# password: ***\n'],
    [
      'what is no YAML',
      `kind: Secret\ndata: {a: "hunter2\n---\n${open}`,
      `# A document that cannot be read as YAML is left out, because nobody can tell what in it is secret.\n---\n${open}`,
    ],
    ['nothing', '', ''],
  ])('is shown with %s', async (_, manifest, masked) => {
    expect(await maskManifest(manifest, atOnce)).toBe(masked);
  });
});

it('of a release lets others have their turn while it is read', async () => {
  let turns = 0;
  const breathe = async () => void turns++;
  await maskManifest('---\nkind: Pod\nmetadata: {name: a}\n'.repeat(10_000), breathe);
  expect(turns).toBeGreaterThan(3);
});

describe('the page of a release', () => {
  const revision = {
    uid: 'u',
    secret: 's',
    namespace: 'shop',
    name: 'web',
    revision: 3,
    status: 'failed',
    createdAt: undefined,
  };
  const body = {
    name: 'web',
    description: 'timed out\nkind: Secret',
    notes: 'Log in with --password hunter2\n\nBye.',
    firstDeployed: '2026-01-01T00:00:00Z',
    lastDeployed: '2026-02-01T00:00:00Z',
    chart: { name: 'nginx', version: '1.2.3', appVersion: '1.25', values: { replicas: 1 } },
    given: {},
    manifest: '',
  };

  it('has its values, then those of the chart', async () => {
    expect(await releaseText(revision, body, 'values', atOnce)).toBe(
      `# Values of Helm release web in namespace shop, revision 3, as it was when you asked.
# What looks secret is shown as ***.
# Chart: nginx 1.2.3, app 1.25
# Status: failed. timed out␊kind: Secret
# Deployed: 2026-02-01T00:00:00Z
# First deployed: 2026-01-01T00:00:00Z

# Given to the release:
{}
---
# The chart's own, which hold where none are given:
replicas: 1
`,
    );
  });

  it('has its notes before its manifest, without what they tell', async () => {
    const text = await releaseText(revision, { ...body, manifest: 'kind: Pod\n' }, 'manifest', atOnce);
    expect(text).toContain('# Notes:\n#   Log in with --password ***\n#\n#   Bye.\n\n---\nkind: Pod\n');
    expect(await releaseText(revision, body, 'manifest', atOnce)).toContain(
      '# It has put nothing into the cluster.\n',
    );
  });
});
