import { window } from 'vscode';
import { plainText } from './plain-text.ts';

/** What a person is asked to type. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  /** Why a text will not do; undefined where it will. */
  readonly problemOf: (typed: string) => string | undefined;
}

/** Asks for a line of text; undefined when the person types none. */
export async function askForText({ title, prompt, problemOf }: TextQuestion): Promise<string | undefined> {
  return await window.showInputBox({
    title: plainText(title),
    prompt: plainText(prompt),
    validateInput: (typed) => {
      const problem = problemOf(typed);
      return problem === undefined ? undefined : plainText(problem);
    },
  });
}
