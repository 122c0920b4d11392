import { env } from 'vscode';
import { visibleText } from '../../../server/src/yaml/visible-text.ts';

/** Copies text from anywhere, which a person may paste into a terminal: no line break of it ends a command there. */
export async function copyText(text: string): Promise<void> {
  await env.clipboard.writeText(visibleText(text));
}

/** Copies a document of YAML that the extension has made: its lines stay, and it has escapes for all that is hidden. */
export async function copyDocument(yaml: string): Promise<void> {
  await env.clipboard.writeText(yaml);
}
