import { type ExtensionContext, languages } from 'vscode';
import { yamlLanguages } from '../language/languages.ts';
import { PasteProvider, pasteMetadata } from './paste-provider.ts';

/** What keys and the clipboard do in YAML, by its text alone. */
export function register({ subscriptions }: ExtensionContext): void {
  const selector = yamlLanguages.map((language) => ({ language }));
  subscriptions.push(
    languages.registerDocumentPasteEditProvider(selector, new PasteProvider(), pasteMetadata),
  );
}
