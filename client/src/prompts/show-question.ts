import { commands, type QuickPick, type QuickPickItem } from 'vscode';

/** So many milliseconds after a question is shown it is given the keyboard again. */
const givenAgainAfter = [20, 60, 120, 250];

/**
 * Shows a question, and gives it the keyboard again in its first moments: a tree view that had it, and that VS Code has just then
 * shown anew, takes it back, because it is not yet told that another part has it.
 */
export function showQuestion(question: QuickPick<QuickPickItem>): void {
  question.show();
  const timers = givenAgainAfter.map((after) => setTimeout(giveKeyboard, after));
  question.onDidHide(() => {
    for (const timer of timers) clearTimeout(timer);
  });
}

/** To a question that is shown; where none is this does nothing. */
function giveKeyboard(): void {
  // Nothing is lost where it fails: the question has the keyboard as a rule.
  commands.executeCommand('workbench.action.focusQuickOpen').then(undefined, () => undefined);
}
