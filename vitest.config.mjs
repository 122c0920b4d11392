import { defineConfig } from 'vitest/config';
import { beginningWith } from './test/support/beginning-with.ts';

export default defineConfig({
  test: {
    // A row's name stands whole in its title.
    taskTitleValueFormatTruncate: 0,
    sequence: {
      // Those that take longest, so that none runs alone at the end; of the hostile ones they measure, and the others wait.
      sequencer: beginningWith(
        'unit/fuzz/fuzz.test.ts',
        'contract/cluster/line.test.ts',
        'contract/cluster/soak.test.ts',
        'contract/api/suite-through-client.test.ts',
        'contract/api/client-survives.test.ts',
        'hostile/editor-growth.test.ts',
        'hostile/screen.test.ts',
        'hostile/sandbox-bounds.test.ts',
        'hostile/logs.test.ts',
        'hostile/commands.test.ts',
        'hostile/cluster-streams.test.ts',
        'e2e/clusters.test.ts',
        'e2e/typing.test.ts',
        'e2e/target.test.ts',
        'e2e/delete.test.ts',
        'e2e/delete-keys.test.ts',
        'e2e/packaged.test.ts',
        'e2e/expand.test.ts',
      ),
    },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.ts'],
          // Vitest leaves a core to itself, which has little to do.
          maxWorkers: 2,
          globalSetup: 'test/support/build-once.ts',
          // A watchdog, not a measure: a busy machine makes no test fail.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          // They wait for answers most of the time: cases of the API suite, and every other file.
          maxConcurrency: 16,
          maxWorkers: 3,
          globalSetup: 'test/support/build-once.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        test: {
          name: 'hostile',
          include: ['test/hostile/**/*.test.ts'],
          globalSetup: 'test/support/build-once.ts',
          // Time and memory are those of the process under test, and every other file waits most of the time.
          maxWorkers: 4,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: 'test/support/build-once.ts',
          // A workbench waits most of the time.
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
