import { CompletionTriggerKind } from 'vscode';
import type { Middleware } from 'vscode-languageclient';

/**
 * Drops a list that was to open where a value begins when more has been typed before it came: it would open without a
 * selection beside a word that is begun, and Tab would not take from it. The next letter asks again.
 */
export const withoutLateLists: NonNullable<Middleware['provideCompletionItem']> = async (
  document,
  position,
  context,
  token,
  next,
) => {
  const { version } = document;
  const list = await next(document, position, context, token);
  const opensByCharacter = context.triggerKind === CompletionTriggerKind.TriggerCharacter;
  return opensByCharacter && document.version !== version ? undefined : list;
};
