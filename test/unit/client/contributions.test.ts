import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { abilities, abilitiesOf, abilityWord, isAble } from '../../../client/src/contributions/abilities.ts';
import { commandTable } from '../../../client/src/contributions/commands.ts';
import { contextKeys } from '../../../client/src/contributions/context-keys.ts';
import { containerContext, objectContext } from '../../../client/src/contributions/item-context.ts';
import { settings } from '../../../client/src/contributions/settings.ts';
import { views } from '../../../client/src/contributions/views.ts';
import { withContributions } from '../../../scripts/docs/contributions.ts';
import { withSeveritySetting } from '../../../scripts/docs/severity-setting.ts';
import { codes } from '../../../server/src/codes/codes.ts';
import { resource } from './fake-cluster.ts';

const root = resolve(import.meta.dirname, '../../..');
const text = readFileSync(join(root, 'package.json'), 'utf8');
const manifest = JSON.parse(text);
const { configuration, views: shownViews, viewsContainers, viewsWelcome } = manifest.contributes;
const commands = Object.entries(commandTable);
const menuItems = commands.flatMap(([, { menus }]) => Object.values(menus ?? {}).flat());
const conditions: string[] = [
  ...menuItems.map(({ when }) => when),
  ...commands.flatMap(([, { enablement, palette, keybinding }]) => [enablement, palette, keybinding?.when]),
  ...[...shownViews.kubewright, ...viewsWelcome].map(({ when }: { when?: string }) => when),
].filter((condition) => condition !== undefined);
const named = (pattern: RegExp, where: readonly string[]) =>
  [...new Set(where.flatMap((one) => [...one.matchAll(pattern)].map(([name]) => name)))].sort();

describe('what package.json offers', () => {
  it('is what the tables of the client say: npm run docs', () => {
    expect(text).toBe(withSeveritySetting(withContributions(text), codes));
  });

  it('asks for context keys that the client sets, and for its views', () => {
    const known = [...Object.values(contextKeys), ...Object.values(views)];
    expect(named(/\bkubewright\.\w+/g, conditions)).toEqual([...known].sort());
    expect(shownViews.kubewright.map(({ id }: { id: string }) => id)).toEqual(Object.values(views));
  });

  it('has a condition and a group for every item of a menu', () => {
    expect(menuItems.filter(({ when, group }) => when === '' || group === '')).toEqual([]);
  });

  it('links to commands of its own', () => {
    const linked = named(
      /\bkubewright\.\w+(?=\))/g,
      viewsWelcome.map(({ contents }: { contents: string }) => contents),
    );
    expect(linked.filter((id) => !(id in commandTable))).toEqual([]);
    expect(linked).not.toEqual([]);
  });

  it('keeps kubeconfigs, and what protects and names clusters, out of the hands of a workspace', () => {
    expect(settings.kubeconfigs.scope).toBe('machine');
    expect(settings.protectedClusters.scope).toBe('application');
    expect(settings.clusterLabels.scope).toBe('application');
    expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
      supported: 'limited',
      restrictedConfigurations: ['kubewright.kubeconfigs'],
    });
    const trusting = commands.filter(([, { enablement }]) => !enablement?.includes('isWorkspaceTrusted'));
    // Pages of the extension's own, and what changes the text of an editor.
    expect(trusting.map(([id]) => id)).toEqual([
      'kubewright.showLog',
      'kubewright.showRules',
      'kubewright.showChanges',
      'kubewright.indentListItem',
      'kubewright.outdentListItem',
    ]);
  });

  it('has its pictures', () => {
    const pictures = [
      manifest.icon,
      ...viewsContainers.activitybar.map(({ icon }: { icon: string }) => icon),
    ];
    expect(pictures.filter((path: string) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('has a default of the kind that a setting says it is', () => {
    for (const [name, { type, default: value }] of Object.entries(settings)) {
      const is = Array.isArray(value) ? 'array' : typeof value === 'number' ? 'integer' : typeof value;
      expect([name, is]).toEqual([name, type]);
      expect(configuration.properties[`kubewright.${name}`].default).toEqual(value);
    }
  });
});

describe('a kind is offered what its cluster says it can', () => {
  const subresource = (name: string) => ({ name, kind: 'Any', verbs: ['get'] });

  it.each([
    {
      kind: 'that can be read alone',
      verbs: ['get'],
      subresources: [],
      words: 'object can-get',
      able: ['openYaml'],
      readOnly: 'object can-get',
    },
    {
      kind: 'with logs and ports, whatever its name',
      verbs: ['watch', 'get', 'delete'],
      subresources: [subresource('log'), subresource('portforward')],
      words: 'object can-get can-delete can-log can-portforward',
      able: ['openYaml', 'deleteObject', 'showLogs', 'portForward'],
      readOnly: 'object can-get can-log',
    },
    {
      kind: 'that requests are passed on to, or that has Pods',
      verbs: ['get'],
      subresources: [subresource('proxy'), subresource('scale')],
      words: 'object can-get can-portforward',
      able: ['openYaml', 'portForward'],
      readOnly: 'object can-get',
    },
    {
      kind: 'whose server says what nothing asks for',
      verbs: ['context sandbox', 'Get'],
      subresources: [subresource('log can-delete')],
      words: 'object',
      able: [],
      readOnly: 'object',
    },
  ])('one $kind', ({ verbs, subresources, words, able, readOnly }) => {
    const some = resource({ kind: 'Any', plural: 'any', verbs, subresources });
    expect(objectContext(some, 'none')).toBe(words);
    expect(objectContext(some, 'confirm')).toBe(words);
    expect(objectContext(some, 'read-only')).toBe(readOnly);
    expect(['object', ...abilitiesOf(some, 'none').map(abilityWord)].join(' ')).toBe(words);
    const can = Object.entries(abilities).filter(([, ability]) => isAble(some, ability));
    expect(can.map(([name]) => name)).toEqual(able);
  });
});

it.each([
  ['none', 'container can-log can-portforward'],
  ['read-only', 'container can-log'],
] as const)('a container of a cluster that is protected so: %s', (protection, words) => {
  expect(containerContext(protection)).toBe(words);
});
