import { commands, type ExtensionContext, Uri, workspace } from 'vscode';
import { ruleText } from './rule-text.ts';

const scheme = 'kubewright-rules';
const decoder = new TextDecoder();
const pages = new Map<string, string>();

/**
 * Opens beside the editor what is said of a code of a diagnostic: why it is told, an example, and how it is left out.
 * Without a code, or of one that has no page, the page of all.
 */
export async function showRules(extension: ExtensionContext, code: string | undefined): Promise<void> {
  const all = Uri.joinPath(extension.extensionUri, 'docs', 'rules.md');
  const text =
    code === undefined ? undefined : ruleText(decoder.decode(await workspace.fs.readFile(all)), code);
  await commands.executeCommand(
    'markdown.showPreviewToSide',
    code === undefined || text === undefined ? all : page(code, text, extension),
  );
}

/** The address of a text that the preview can read. */
function page(code: string, text: string, { subscriptions }: ExtensionContext): Uri {
  if (pages.size === 0) {
    const provideTextDocumentContent = ({ path }: Uri) => pages.get(path);
    subscriptions.push(workspace.registerTextDocumentContentProvider(scheme, { provideTextDocumentContent }));
  }
  const path = `/${code}.md`;
  pages.set(path, text);
  return Uri.from({ scheme, path });
}
