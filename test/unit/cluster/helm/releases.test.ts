import { describe, expect, it } from 'vitest';
import { statusHealth } from '../../../../client/src/cluster/helm/release-revision.ts';
import { releasesOf } from '../../../../client/src/cluster/helm/releases.ts';
import type { Row } from '../../../../client/src/cluster/kube-object.ts';

const prefix = 'sh.helm.release.v1.';

function row(name: string, namespace: string, labels: Record<string, string>, problem?: string): Row {
  return {
    uid: `${namespace}/${name}`,
    name,
    namespace,
    cells: [],
    metadata: { name, namespace, labels: { owner: 'helm', ...labels } },
    ...(problem !== undefined && { problem }),
  };
}

function revision(name: string, namespace: string, version: string, status: string): Row {
  return row(`${prefix}${name}.v${version}`, namespace, { name, version, status });
}

describe('the releases of Helm', () => {
  it('are the newest revisions by name and namespace, with their history', () => {
    const releases = releasesOf([
      revision('web', 'shop', '9', 'superseded'),
      revision('web', 'shop', '10', 'failed'),
      revision('db', 'shop', '1', 'deployed'),
      revision('web', 'live', '2', 'deployed'),
    ]);
    const shown = releases.map(({ name, namespace, newest, history }) => [
      `${namespace}/${name}`,
      `${newest.revision} ${newest.status}`,
      history.map((one) => one.name.replace(/.*\.v/, '')).join(),
    ]);
    expect(shown).toEqual([
      ['shop/db', '1 deployed', '1'],
      ['live/web', '2 deployed', '2'],
      ['shop/web', '10 failed', '10,9'],
    ]);
  });

  it.each<readonly [what: string, row: Row]>([
    ['another Secret of that owner', row('mine', 'shop', { name: 'web', version: '1' })],
    ['no name', row(`${prefix}web.v1`, 'shop', { version: '1' })],
    ['no revision', row(`${prefix}web.v1`, 'shop', { name: 'web' })],
    ['a revision that is no number', row(`${prefix}web.v1`, 'shop', { name: 'web', version: 'x1' })],
    ['one that cannot be read', row(`${prefix}web.v1`, 'shop', { name: 'web', version: '1' }, 'no uid')],
  ])('are not of %s', (_, other) => {
    expect(releasesOf([other])).toEqual([]);
  });

  it('need no status, and may have names that every object inherits', () => {
    const [release] = releasesOf([row(`${prefix}x.v1`, '', { name: 'constructor', version: '1' })]);
    expect(release).toMatchObject({ name: 'constructor', newest: { status: 'unknown', revision: 1 } });
  });

  it.each([
    ['deployed', 'good'],
    ['failed', 'failed'],
    ['superseded', 'finished'],
    ['uninstalled', 'finished'],
    ['uninstalling', 'waiting'],
    ['pending-install', 'waiting'],
    ['pending-rollback', 'waiting'],
    ['unknown', 'unknown'],
    ['constructor', 'unknown'],
  ])('%s are %s', (status, health) => {
    expect(statusHealth(status)).toBe(health);
  });
});
