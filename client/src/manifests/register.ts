import type { ExtensionContext } from 'vscode';
import { onOptional } from '../prompts/command-handler.ts';
import { registerCommands } from '../prompts/register-commands.ts';
import { files, filesToApply } from './command-arguments.ts';
import type { ManifestDependencies } from './dependencies.ts';
import { ManifestDiagnostics } from './manifest-diagnostics.ts';
import { PreviewDocuments } from './preview-documents.ts';

/** Applies manifests to clusters and deletes their objects from them. */
export function register(
  context: ExtensionContext,
  below: Omit<ManifestDependencies, 'previews' | 'diagnostics'>,
): void {
  const previews = new PreviewDocuments();
  const diagnostics = new ManifestDiagnostics();
  const dependencies: ManifestDependencies = { ...below, previews, diagnostics };
  context.subscriptions.push(previews, diagnostics);
  registerCommands(context, below, {
    'kubewright.apply': onOptional(filesToApply, async (given) =>
      (await import('./apply-command.ts')).applyManifests(dependencies, given?.files, given?.dropped),
    ),
    'kubewright.deleteManifest': onOptional(files, async (roots) =>
      (await import('./delete-manifest-command.ts')).deleteManifests(dependencies, roots),
    ),
  });
}
