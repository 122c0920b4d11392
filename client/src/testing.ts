import { type ExtensionContext, ExtensionMode, type TreeDataProvider, window } from 'vscode';
import type { TreeNode } from './explorer/nodes/node.ts';
import type { Forward } from './forwards/forwards.ts';
import type { LanguageService } from './language/language-service.ts';

/** What the extension's own tests reach: `extension.exports`, in an extension host that was started for tests alone. */
export interface Testing {
  /** The lines of the Clusters view. */
  readonly clusters: TreeDataProvider<TreeNode>;
  /** The lines of the Port Forwards view. */
  readonly forwards: TreeDataProvider<Forward>;
  /** Starts the language server, if that has not been done, and resolves when it answers. */
  readonly languageServer: Promise<void>;
  /** What every prompt is shown by, as the extension has it: tests answer in its place. */
  readonly window: typeof window;
}

/** The door for tests; to everybody else the extension exports nothing. */
export function testingDoor(
  { extensionMode }: Pick<ExtensionContext, 'extensionMode'>,
  {
    clusters,
    forwards,
    language,
  }: Pick<Testing, 'clusters' | 'forwards'> & { readonly language: LanguageService },
): Testing | undefined {
  if (extensionMode !== ExtensionMode.Test) return undefined;
  return {
    clusters,
    forwards,
    window,
    get languageServer() {
      return language.start();
    },
  };
}
