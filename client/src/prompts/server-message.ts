import { showError, showInformation, showWarning } from './messages.ts';

/** How much a message matters, as the Language Server Protocol counts it: 1 is an error, 2 a warning. */
type MessageType = 1 | 2 | 3 | 4 | 5;

/** Shows what the language server tells a person (`window/showMessage`): there may be text of a file in it. */
export function showServerMessage({
  type,
  message,
}: {
  readonly type: MessageType;
  readonly message: string;
}): void {
  if (type === 1) showError(message);
  else if (type === 2) showWarning(message);
  else showInformation(message);
}
