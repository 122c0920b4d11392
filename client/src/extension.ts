import type { ExtensionContext } from 'vscode';
import { register as registerChanges } from './changes/register.ts';
import { register as registerConnections } from './connections/register.ts';
import { register as registerEditing } from './editing/register.ts';
import { register as registerExplorer } from './explorer/register.ts';
import { register as registerForwards } from './forwards/register.ts';
import { register as registerLanguage } from './language/register.ts';
import { register as registerLive } from './live/register.ts';
import { register as registerLogs } from './logs/register.ts';
import { register as registerManifests } from './manifests/register.ts';
import { register as registerObjects } from './objects/register.ts';
import { openLog } from './open-log.ts';
import { HeldPages } from './prompts/held-pages.ts';
import { register as registerSandbox } from './sandbox/register.ts';
import { register as registerSearch } from './search/register.ts';
import { register as registerTargets } from './targets/register.ts';
import { type Testing, testingDoor } from './testing.ts';

/** Composes the features; none of them contacts a cluster or loads what could, before a person asks. */
export function activate(context: ExtensionContext): Testing | undefined {
  const { log, channel } = openLog(context);
  const sandbox = registerSandbox(context, { log, channel });
  const { refresh, ...open } = registerConnections(context, { sandbox, log });
  const clusters = { ...open, log };
  const { language, editorHasManifest } = registerLanguage(context, { ...clusters, channel });
  registerEditing(context, log);
  const pages = new HeldPages();
  context.subscriptions.push(pages);
  const clustersView = registerExplorer(context, { ...clusters, refresh, sandbox, pages });
  const menuLines = clustersView;
  registerSearch(context, { ...clusters, language, lines: clustersView, menuLines });
  registerTargets(context, { ...clusters, editorHasManifest, menuLines });
  const linesAtKeyboard = () => clustersView.linesAtKeyboard();
  registerObjects(context, { ...clusters, menuLines, linesAtKeyboard }, pages);
  registerManifests(context, { ...clusters, refresh, language });
  registerLive(context, { ...clusters, menuLines, refresh, linesAtKeyboard });
  registerLogs(context, { ...clusters, menuLines });
  const forwardsView = registerForwards(context, { ...clusters, menuLines });
  registerChanges(context, clusters);
  return testingDoor(context, { clusters: clustersView, forwards: forwardsView, language });
}
