import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kubernetesVersions, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';

interface MenuItem {
  command: string;
  when?: string;
}

const root = resolve(import.meta.dirname, '../../..');
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const { commands, menus, configuration, views, viewsContainers, viewsWelcome } = manifest.contributes;
const sources = readdirSync(join(root, 'client/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => readFileSync(join(root, 'client/src', path), 'utf8'))
  .join('\n');
const items = Object.values(menus as Record<string, MenuItem[]>).flat();
const conditions: string[] = [...items, ...commands, ...views.kubewright, ...viewsWelcome].flatMap(
  ({ when, enablement }) => [when, enablement].filter((condition) => condition !== undefined),
);
const viewIds: string[] = views.kubewright.map(({ id }: { id: string }) => id);
const named = (pattern: RegExp, text: string) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name!))].sort();

describe('what package.json offers', () => {
  it('is registered, and the other way round', () => {
    const offered = commands.map(({ command }: { command: string }) => command).sort();
    expect(named(/'(kubewright\.\w+)': async/g, sources)).toEqual(offered);
  });

  it('has menus for its own commands alone, each with a condition', () => {
    const offered = new Set(commands.map(({ command }: { command: string }) => command));
    expect(items.filter(({ command }) => !offered.has(command))).toEqual([]);
    expect(items.filter(({ when }) => !when)).toEqual([]);
  });

  it('asks for context keys that the code sets', () => {
    const keys = named(/\b(kubewright\.\w+)\b/g, conditions.join(' ')).filter(
      (key) => !viewIds.includes(key),
    );
    expect(keys).toEqual(named(/'setContext',\s*'([\w.]+)'/g, sources));
  });

  it('asks for lines of the tree that the code makes', () => {
    const words = conditions.flatMap((condition) => [
      ...named(/viewItem == (\w+)/g, condition),
      ...named(/viewItem =~ \/([^/]+)\//g, condition).flatMap((pattern) =>
        pattern.replaceAll('\\b', '').replace(/[()]/g, '').split('|'),
      ),
    ]);
    const made = new Set(
      [...sources.matchAll(/contextValue = [^;]*/g)].flatMap(([text]) => text.match(/[\w-]+/g)),
    );
    for (const verb of ['get', 'delete', 'log', 'portforward']) made.add(`can-${verb}`);
    made.add('object');
    expect(words.filter((word) => !made.has(word))).toEqual([]);
  });

  it('has views and settings that the code knows', () => {
    expect(named(/createTreeView\('([\w.]+)'/g, sources)).toEqual([...viewIds].sort());
    const settings = Object.keys(configuration.properties).map((key) => key.replace('kubewright.', ''));
    const read = named(/\.get<[^>]+>\('([\w.]+)'/g, sources);
    expect(read.filter((key) => !settings.includes(key))).toEqual([]);
    // Read by the language server, and by the language client's library.
    expect(settings.filter((key) => !read.includes(key)).sort()).toEqual([
      'diagnostics.enabled',
      'diagnostics.severity',
      'kubernetesVersion',
      'trace.server',
    ]);
    expect(configuration.properties['kubewright.kubernetesVersion']).toMatchObject({
      enum: [...kubernetesVersions],
      default: newestKubernetesVersion,
    });
  });

  it('keeps kubeconfigs out of the hands of a workspace', () => {
    expect(configuration.properties['kubewright.kubeconfigs'].scope).toBe('machine');
    expect(manifest.capabilities.untrustedWorkspaces).toMatchObject({
      supported: 'limited',
      restrictedConfigurations: ['kubewright.kubeconfigs'],
    });
    const trusting = commands.filter(
      ({ enablement }: { enablement?: string }) => !enablement?.includes('isWorkspaceTrusted'),
    );
    // Shows a page of the extension's own.
    expect(trusting.map(({ command }: { command: string }) => command)).toEqual(['kubewright.showRules']);
  });

  it('has its pictures', () => {
    const pictures = [
      manifest.icon,
      ...viewsContainers.activitybar.map(({ icon }: { icon: string }) => icon),
    ];
    expect(pictures.filter((path: string) => !existsSync(join(root, path)))).toEqual([]);
  });
});
