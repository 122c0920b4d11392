import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { importBreaches, importCircles } from '../../support/import-rules.ts';

const root = resolve(import.meta.dirname, '../../..');

describe('the rules about imports', () => {
  const sources = new Map<string, string>();
  beforeAll(() => {
    for (const program of ['client', 'server', 'sandbox', 'check', 'spdy']) {
      const folder = join(root, program, 'src');
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!name.endsWith('.ts')) continue;
        const path = join(folder, name);
        sources.set(relative(root, path).replaceAll('\\', '/'), readFileSync(path, 'utf8'));
      }
    }
  });

  test('hold in all sources', () => {
    expect(sources.size).toBeGreaterThan(500);
    expect(importBreaches(sources)).toEqual([]);
  });

  test('leave no circle of files', () => {
    expect(importCircles(sources)).toEqual([]);
  });

  test('see a circle, through types and by name, and none where there is none', () => {
    const circle = new Map([
      ['server/src/rules/a.ts', `import type { B } from './b.ts';`],
      ['server/src/rules/b.ts', `export { a } from './c.ts';`],
      ['server/src/rules/c.ts', `const { a } = await import('./a.ts');`],
      ['server/src/rules/d.ts', `import { a } from './a.ts';`],
    ]);
    expect(importCircles(circle)).toEqual([
      ['server/src/rules/a.ts', 'server/src/rules/b.ts', 'server/src/rules/c.ts'],
    ]);
  });

  test.each([
    ['server/src/catalog/catalog.ts', `import { a } from './schema.ts';`, []],
    ['client/src/manifests/plan.ts', `import type { Path } from '../../../server/src/yaml/path.ts';`, []],
    ['client/src/language/client.ts', `import { open } from '../../../server/src/protocol.ts';`, []],
    ['client/src/manifests/read.ts', `import { a } from '../../../server/src/manifest/manifest.ts';`, []],
    ['client/src/explorer/view.ts', `import { window } from 'vscode';`, []],
    ['server/src/main.ts', `import { join } from 'node:path';`, []],
    [
      'sandbox/src/main.ts',
      `// import { window } from 'vscode'\nimport { createServer } from 'node:https';`,
      [],
    ],
    ['sandbox/src/streams/exec.ts', `import { a } from '../../../spdy/src/session.ts';`, []],
    ['client/src/cluster/streams/a.ts', `import { a } from '../../../../spdy/src/session.ts';`, []],
    [
      'client/src/forwards/a.ts',
      `import { a } from '../../../spdy/src/session.ts';`,
      ['imports spdy/src/session.ts: nothing else crosses between client, server, sandbox, check and spdy'],
    ],
    [
      'spdy/src/session.ts',
      `import { a } from '../../sandbox/src/clock.ts';`,
      ['imports sandbox/src/clock.ts: nothing else crosses between client, server, sandbox, check and spdy'],
    ],
    ['check/src/judging/judge.ts', `import { a } from '../../../server/src/workspace/workspace.ts';`, []],
    [
      'check/src/judging/judge.ts',
      `import { a } from '../../../server/src/publishing/turns.ts';`,
      [
        'imports server/src/publishing/turns.ts: nothing else crosses between client, server, sandbox, check and spdy',
      ],
    ],
    [
      'client/src/cluster/watch/store.ts',
      `import type { Uri } from 'vscode';`,
      ['imports vscode: only the features of the client know vscode'],
    ],
    [
      'client/src/cluster/watch/store.ts',
      `const { icon } = await import('../../explorer/icons.ts');`,
      ['imports client/src/explorer/icons.ts: explorer is above cluster'],
    ],
    [
      'sandbox/src/main.ts',
      `export * from '../../client/src/cluster/cluster.ts';`,
      [
        'imports client/src/cluster/cluster.ts: nothing else crosses between client, server, sandbox, check and spdy',
      ],
    ],
    [
      'sandbox/src/main.ts',
      `import { a } from '../../server/src/protocol.ts';`,
      [
        'imports server/src/protocol.ts: nothing else crosses between client, server, sandbox, check and spdy',
      ],
    ],
    [
      'sandbox/src/main.ts',
      `import { a } from '../../server/src/manifest/manifest.ts';`,
      [
        'imports server/src/manifest/manifest.ts: nothing else crosses between client, server, sandbox, check and spdy',
      ],
    ],
    [
      'server/src/features/hover.ts',
      `import { a } from '../../../client/src/extension.ts';`,
      [
        'imports client/src/extension.ts: nothing else crosses between client, server, sandbox, check and spdy',
      ],
    ],
    [
      'client/src/logs/show-logs.ts',
      `import { openYaml } from '../live/open-yaml.ts';`,
      ['imports client/src/live/open-yaml.ts: logs and live are on one floor and know nothing of each other'],
    ],
    [
      'server/src/rules/core/pod/pod.ts',
      `import type { Rule } from '../../registry.ts';`,
      ['imports server/src/rules/registry.ts: registry.ts is above core'],
    ],
    [
      'server/src/attic/old.ts',
      `import { a } from '../yaml/path.ts';`,
      ['imports server/src/yaml/path.ts: server/src has no floor for attic'],
    ],
    [
      'server/src/features/hover.ts',
      `import { join } from 'path';`,
      ['imports path: server/src outside main.ts and node/ runs in a browser too'],
    ],
    [
      'server/src/yaml/nodes.ts',
      `import { a } from '../catalog/schema.ts';\nimport { b } from 'diff';`,
      [
        'imports server/src/catalog/schema.ts: catalog is above yaml',
        'imports diff: server/src/yaml imports only yaml',
      ],
    ],
  ])('%s: %s', (file, text, breaches) => {
    expect(importBreaches(new Map([[file, text]]))).toEqual(breaches.map((breach) => `${file} ${breach}`));
  });
});
