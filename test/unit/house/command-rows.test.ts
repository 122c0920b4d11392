import { expect, test } from 'vitest';
import { commandTable } from '../../../client/src/contributions/commands.ts';
import { commandRows, type Scene, scenes, withoutCluster } from '../../support/command-rows.ts';

test('every command has a row of the table that tries it against clusters, or a reason why it needs none', () => {
  const rows = Object.keys(commandRows);
  const others = Object.keys(withoutCluster);
  expect([...rows, ...others].sort()).toEqual(Object.keys(commandTable).sort());
});

test('a row has each scene, or a reason why it has it not', () => {
  for (const [command, { otherwise, without = {} }] of Object.entries(commandRows)) {
    const both = (Object.keys(scenes) as Scene[]).filter((scene) => scene in otherwise && scene in without);
    expect([command, both]).toEqual([command, []]);
  }
});
