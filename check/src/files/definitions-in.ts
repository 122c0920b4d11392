import { isTemplate } from '../../../server/src/manifest/manifest.ts';
import { DefinitionIndex, mayDefine } from '../../../server/src/workspace/definition-index.ts';
import { parseDocument, splitDocuments } from '../../../server/src/yaml/documents.ts';
import { breaksDocument } from '../../../server/src/yaml/syntax-severities.ts';

/** What a text has of CustomResourceDefinitions: of broken ones less is known than they say. */
export type DefinitionsIn = 'some' | 'none' | 'broken';

/** Reads a text for its CustomResourceDefinitions as the workspace does. */
export async function definitionsIn(uri: string, text: string): Promise<DefinitionsIn> {
  if (!mayDefine(text)) return 'none';
  for (const [index, span] of splitDocuments(text).entries()) {
    if (!mayDefine(text.slice(span.start, span.end))) continue;
    const document = parseDocument(text, span, index);
    if (document.problems.some(breaksDocument) && !isTemplate(document)) return 'broken';
  }
  const definitions = new DefinitionIndex();
  await definitions.setFile(uri, text, async () => {});
  return definitions.kinds().next().done ? 'none' : 'some';
}
