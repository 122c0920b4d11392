import { commands, type Disposable, window } from 'vscode';
import type { Features } from './features.ts';

type Command = (features: Features, ...args: unknown[]) => Promise<void> | void;

/** Every command of the extension. What one needs beside the features is loaded when it is first run. */
const table: Readonly<Record<string, Command>> = {
  'kubewright.apply': async (features, ...args) =>
    (await import('./manifests/apply-command.ts')).applyManifests(features, ...args),
  'kubewright.deleteManifest': async (features, ...args) =>
    (await import('./manifests/delete-manifest-command.ts')).deleteManifests(features, ...args),
  'kubewright.deleteObject': async (features, node) =>
    (await import('./objects/delete-object.ts')).deleteObject(features, node),
  'kubewright.openYaml': async (features, node) =>
    (await import('./live/open-yaml-command.ts')).openYaml(features, node),
  'kubewright.showLogs': async (features, node) =>
    (await import('./logs/show-logs-command.ts')).showLogs(features, node),
  'kubewright.portForward': async (features, node) =>
    (await import('./forwards/port-forward-command.ts')).portForward(features, node),
  'kubewright.openForward': async (features, forward) =>
    (await import('./forwards/forward-commands.ts')).openForward(features, forward),
  'kubewright.copyForwardUrl': async (features, forward) =>
    (await import('./forwards/forward-commands.ts')).copyForwardUrl(features, forward),
  'kubewright.stopForward': async (features, forward) =>
    (await import('./forwards/forward-commands.ts')).stopForward(features, forward),
  'kubewright.startSandbox': async (features) =>
    (await import('./sandbox/sandbox-commands.ts')).startSandbox(features),
  'kubewright.stopSandbox': async (features) =>
    (await import('./sandbox/sandbox-commands.ts')).stopSandbox(features),
  'kubewright.fetchSchema': async (features, argument) =>
    (await import('./language/fetch-schema-command.ts')).fetchSchemaOfKind(features, argument),
  'kubewright.selectNamespace': async (features, node) =>
    (await import('./explorer/select-namespace-command.ts')).selectNamespace(features, node),
  'kubewright.copyName': async (_features, node) =>
    (await import('./explorer/node-commands.ts')).copyName(node),
  'kubewright.showMore': async (_features, node) =>
    (await import('./explorer/node-commands.ts')).showMore(node),
  'kubewright.showRules': async (features, code) =>
    (await import('./language/show-rules-command.ts')).showRules(features, code),
  'kubewright.refresh': async (features, target) =>
    (await import('./explorer/node-commands.ts')).refresh(features, target),
};

/** Registers all commands. What fails in one is told to the person as one message. */
export function registerCommands(features: Features): Disposable[] {
  return Object.entries(table).map(([id, command]) =>
    commands.registerCommand(id, async (...args: unknown[]) => {
      try {
        await command(features, ...args);
      } catch (error) {
        // A cancelled command is what the person wanted.
        if (error instanceof Error && error.name === 'AbortError') return;
        void window.showErrorMessage(error instanceof Error ? error.message : String(error));
      }
    }),
  );
}
