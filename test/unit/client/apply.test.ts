import { describe, expect, it } from 'vitest';
import { sendable } from '../../../client/src/journal/journal.ts';
import { runDeletion } from '../../../client/src/journal/run-deletion.ts';
import { distinctWarnings, warningSentence } from '../../../client/src/journal/warnings.ts';
import type { ApplyPlan } from '../../../client/src/manifests/apply-plan.ts';
import { planDeletion } from '../../../client/src/manifests/deletion.ts';
import { planApply, takeOver } from '../../../client/src/manifests/plan-apply.ts';
import { headingOf, previewText, resultText } from '../../../client/src/manifests/preview.ts';
import { readManifests } from '../../../client/src/manifests/read-manifests.ts';
import { runApply } from '../../../client/src/manifests/run-apply.ts';
import { FakeCluster, type FakeOptions, refusal } from './fake-cluster.ts';

const target = (fake: FakeCluster) => ({ cluster: fake.cluster, namespace: 'default' });
const allSent = { problems: [], leftOut: [] };
const span = { start: 0, end: 0 };
const manifests = (text: string) => readManifests('file:///a.yaml', text).objects;
const configMap = (name: string, namespace?: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n${namespace ? `  namespace: ${namespace}\n` : ''}data:\n  key: new\n`;
const settings = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'settings', namespace: 'default', uid: 'u', resourceVersion: '3' },
  data: { key: 'old' },
};
const outcomes = ({ steps }: ApplyPlan) =>
  steps.map(({ object, namespace, outcome }) => [object.metadata.name, namespace, outcome.action]);

describe('planning an apply', () => {
  it('tells create, change and no change by the dry run, in the namespace of object or target', async () => {
    const same = { ...settings, metadata: { ...settings.metadata, name: 'same' }, data: { key: 'new' } };
    const fake = new FakeCluster({ objects: [settings, same] });
    const text = [configMap('fresh'), configMap('settings'), configMap('same', 'default')].join('---\n');
    expect(outcomes(await planApply(target(fake), manifests(text)))).toEqual([
      ['fresh', 'default', 'create'],
      ['settings', 'default', 'change'],
      ['same', 'default', 'none'],
    ]);
    expect(fake.applied).toEqual([]);
  });

  it('leaves to its turn what needs a namespace or a definition of the same set', async () => {
    const fake = new FakeCluster();
    const plan = await planApply(target(fake), manifests(shop));
    expect(plan.steps.map(({ outcome }) => outcome)).toMatchObject([
      { action: 'create-later', needs: 'CustomResourceDefinition backups.example.com' },
      { action: 'create-later', needs: 'Namespace shop' },
      { action: 'create' },
      { action: 'create' },
    ]);
  });

  it('has what it leaves to its turn judged offline, with the definitions of the set', async () => {
    const text = shop.replace('key: new', 'key: 5');
    const asked: unknown[] = [];
    const plan = await planApply(target(new FakeCluster()), manifests(text), {
      judgeOffline: async ({ source, text: asks, definitions, serverVersion }) => {
        asked.push([source, asks === text, definitions.map((one) => one.source), serverVersion]);
        const start = text.indexOf('key: 5');
        const other = text.indexOf('kind: Namespace');
        return [
          { span: { start, end: start + 3 }, line: 10, message: 'Not a string.\ndata.a: must be a string.' },
          { span: { start: other, end: other + 4 }, line: 13, message: 'of another object' },
        ];
      },
    });
    expect(asked).toEqual([['file:///a.yaml', true, ['file:///a.yaml'], 'v1.35.4']]);
    const leftOut = [{ source: 'file:///w/chart/values.yaml', line: 3, reason: 'is no object' }];
    expect(previewText(plan, { problems: [], leftOut })).toContain(`
=== Left out: no objects of a cluster
  chart/values.yaml:3 is no object
`);
    expect(previewText(plan, allSent)).toContain(`
=== Backup nightly: create, checked once CustomResourceDefinition backups.example.com exists

=== ConfigMap shop/settings: create, checked once Namespace shop exists
  namespace shop, by its manifest
  line 10: Not a string.
    data.a: must be a string.

=== Namespace shop: create
`);
    expect(sendable(plan)).toHaveLength(4);
  });

  it('is shown line by line, whatever the names hold', async () => {
    const forged = 'a\\n=== Deployment prod/db: no change\\r\\n  Server\\u2028\\u202e\\e[2K';
    const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "${forged}", namespace: "${forged}"}\n`;
    const plan = await planApply(target(new FakeCluster()), manifests(text));
    const named = {
      ...allSent,
      problems: [{ source: 'file:///x\n=== y', message: 'bad\n=== Pod z: create', span }],
    };
    for (const page of [previewText(plan, named), resultText(plan, await runApply(plan))]) {
      const headings = page.split(/[\n\r\u2028\u2029\u0085]/).filter((line) => line.startsWith('==='));
      expect(headings).toHaveLength(page.startsWith('Applied') ? 1 : 2);
      expect(page).not.toMatch(/\u202e|(?!\n)\p{Cc}/u);
    }
    expect(previewText(plan, named).split('\n')).toContain(headingOf(plan.steps[0]!));
  });

  it('goes on where nothing can judge offline', async () => {
    const plan = await planApply(target(new FakeCluster()), manifests(shop), {
      judgeOffline: () => Promise.reject(new Error('the server has died')),
    });
    expect(plan.steps[1]!.outcome).toEqual({ action: 'create-later', needs: 'Namespace shop' });
  });

  it('refuses a kind that nobody defines, and an object that stands twice', async () => {
    const fake = new FakeCluster();
    const text = `apiVersion: example.com/v1\nkind: Backup\nmetadata: {name: b}\n---\n${configMap('a')}---\n${configMap('a')}`;
    const plan = await planApply(target(fake), manifests(text));
    expect(plan.steps.map(({ outcome }) => outcome)).toMatchObject([
      {
        action: 'refused',
        message:
          'fake does not serve Backup of example.com/v1: apply its CustomResourceDefinition first, or correct apiVersion and kind.',
      },
      { action: 'create' },
      {
        action: 'refused',
        message: 'This object stands twice in what is applied, also in file:///a.yaml: keep one.',
      },
    ]);
  });

  it('stops when the cluster does not answer at all', async () => {
    const fake = new FakeCluster({
      admit: () => {
        throw new Error('nothing listens');
      },
    });
    await expect(planApply(target(fake), manifests(configMap('a')))).rejects.toThrow('nothing listens');
  });
});

const shop = `apiVersion: example.com/v1
kind: Backup
metadata: {name: nightly}
---
${configMap('settings', 'shop')}---
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: backups.example.com}
spec:
  group: example.com
  names: {kind: Backup, plural: backups}
  versions: [{name: v1}]
`;

describe('running an apply', () => {
  it('makes namespaces and definitions first, waits for them, and applies the rest', async () => {
    const fake = new FakeCluster();
    const results = await runApply(await planApply(target(fake), manifests(shop)), {
      delay: async () => undefined,
    });
    expect(results.map(({ result }) => result.result)).toEqual(['created', 'created', 'created', 'created']);
    expect(fake.applied.slice(0, 2)).toEqual([
      'Namespace//shop',
      'CustomResourceDefinition//backups.example.com',
    ]);
    expect(fake.applied.slice(2).sort()).toEqual(['Backup/default/nightly', 'ConfigMap/shop/settings']);
  });

  it('waits half a minute for a definition to be served, and then says that it is not', async () => {
    const fake = new FakeCluster({ definitions: 'never served' });
    let waited = 0;
    const results = await runApply(await planApply(target(fake), manifests(shop)), {
      delay: async (milliseconds) => {
        waited += milliseconds;
      },
    });
    const named = new Map(results.map(({ step, result }) => [step.object.metadata.name, result]));
    expect(named.get('nightly')).toMatchObject({
      result: 'failed',
      message:
        'CustomResourceDefinition backups.example.com is not there, or not served yet: apply again when it is.',
    });
    expect(named.get('settings')).toMatchObject({ result: 'created' });
    expect(Math.floor(waited / 1_000)).toBe(30);
  });

  it('lets a failure stop its object alone', async () => {
    const fake = new FakeCluster({
      admit: ({ metadata }, { dryRun }) => {
        if (metadata.name === 'b' && !dryRun) throw refusal({ reason: 'Invalid', message: 'no more room' });
      },
    });
    const text = ['a', 'b', 'c'].map((name) => configMap(name)).join('---\n');
    const results = await runApply(await planApply(target(fake), manifests(text)));
    expect(results.map(({ result }) => result)).toMatchObject([
      { result: 'created' },
      { result: 'failed', message: 'no more room', fields: [] },
      { result: 'created' },
    ]);
  });

  it('sends nothing more once it is cancelled', async () => {
    const fake = new FakeCluster();
    const plan = await planApply(target(fake), manifests(shop));
    const results = await runApply(plan, { signal: AbortSignal.abort() });
    expect(results.map(({ result }) => result.result)).toEqual(Array(4).fill('left-out'));
    expect(fake.applied).toEqual([]);
  });

  it('does not change at its turn what the preview promised to create', async () => {
    const fake = new FakeCluster();
    const text = `${configMap('settings', 'shop')}---\napiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n`;
    const plan = await planApply(target(fake), manifests(text));
    fake.objects.set('ConfigMap/shop/settings', {
      ...settings,
      metadata: { name: 'settings', namespace: 'shop' },
    });
    const results = await runApply(plan);
    expect(results.map(({ result }) => result)).toMatchObject([
      {
        result: 'failed',
        message:
          'It is there by now and would be changed, which the preview did not show: apply again to see how.',
      },
      { result: 'created' },
    ]);
  });

  it('creates an object whose name the server makes', async () => {
    const fake = new FakeCluster();
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {generateName: job-}\n';
    await runApply(await planApply(target(fake), manifests(text)));
    expect(fake.applied).toEqual(['ConfigMap job-']);
  });
});

describe('a conflict', () => {
  const conflicting = () =>
    new FakeCluster({
      objects: [settings],
      admit: (_object, { force }) => {
        if (force) return;
        const causes = [
          {
            reason: 'FieldManagerConflict',
            message: 'conflict with "kubectl-client-side-apply" using v1',
            field: '.data.key',
          },
        ];
        throw refusal({
          code: 409,
          reason: 'Conflict',
          message: 'Apply failed with 1 conflict',
          details: { causes },
        });
      },
    });

  it('names field and owner, and is left out', async () => {
    const fake = conflicting();
    const plan = await planApply(target(fake), manifests(configMap('settings')));
    expect(plan.steps[0]!.outcome).toEqual({
      action: 'conflict',
      message: 'Apply failed with 1 conflict',
      conflicts: [{ path: '.data.key', manager: 'kubectl-client-side-apply' }],
    });
    expect((await runApply(plan))[0]!.result).toEqual({ result: 'left-out' });
  });

  it('can be taken over, which shows the change first', async () => {
    const fake = conflicting();
    const plan = await planApply(target(fake), manifests(configMap('settings')));
    const forced = await takeOver(plan, plan.steps[0]!);
    expect(previewText(forced, allSent)).toBe(`Apply to fake

  Server      https://fake
  Namespace   default, by the target, where an object names none
  Objects     1 to change
  To be sent  1, once you confirm


=== ConfigMap default/settings: change, taking over fields of other managers
@@ -4,4 +4,4 @@
   name: settings
   namespace: default
 data:
-  key: old
+  key: new
`);
    const results = await runApply(forced);
    expect(resultText(forced, results)).toBe(
      'Applied to fake: 1 changed.\n\n=== ConfigMap default/settings: changed\n',
    );
    expect(fake.objects.get('ConfigMap/default/settings')).toMatchObject({ data: { key: 'new' } });
  });
});

describe('what the server warns of', () => {
  const warned = (warnings: FakeOptions['warnings']) =>
    new FakeCluster({ ...(warnings ? { warnings } : {}) });
  const three = () => manifests(['a', 'b', 'c'].map((name) => configMap(name)).join('---\n'));

  it('stands beside the first object that it is about, before and after', async () => {
    const fake = warned((name) => (name === 'a' ? [] : ['old', `only ${name}`]));
    const plan = await planApply(target(fake), three());
    const page = previewText(plan, allSent);
    expect(page.slice(page.indexOf('==='))).toBe(`=== ConfigMap default/a: create

=== ConfigMap default/b: create
  Warning: old
  Warning: only b

=== ConfigMap default/c: create
  Warning: only c
`);
    expect(page).toContain('Objects     3 to create, 3 warnings');
    expect(resultText(plan, await runApply(plan))).toBe(`Applied to fake: 3 created, 3 warnings.

=== ConfigMap default/a: created

=== ConfigMap default/b: created
  Warning: old
  Warning: only b

=== ConfigMap default/c: created
  Warning: only c
`);
  });

  it('stands beside an object that is refused, too, and begins no line of its own', async () => {
    const fake = new FakeCluster({
      warnings: () => ['two\nlines'],
      admit() {
        throw refusal({ code: 403, reason: 'Forbidden', message: 'no' });
      },
    });
    const plan = await planApply(target(fake), manifests(configMap('a')));
    expect(previewText(plan, allSent)).toContain('refused, left out\n  no\n  Warning: two␊lines\n');
  });

  it('comes with a deletion', async () => {
    const fake = warned((name) => [`${name} was important`]);
    const plan = await planApply(target(fake), manifests(configMap('a')));
    await runApply(plan);
    const deletion = await planDeletion(target(fake), manifests(configMap('a')));
    const entries = await runDeletion(deletion);
    expect(distinctWarnings(entries)).toEqual(['a was important']);
    expect(warningSentence(distinctWarnings(entries))).toBe(' The server warns: a was important');
  });
});
