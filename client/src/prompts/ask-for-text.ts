import { type InputBoxOptions, window } from 'vscode';
import { plainText } from './plain-text.ts';
import { questions } from './questions.ts';

/** What a person is asked to type. */
export interface TextQuestion {
  readonly title: string;
  readonly prompt: string;
  /** Why a text will not do; undefined where it will. */
  readonly problemOf: (typed: string) => string | undefined;
}

/** Asks to type a name before something happens; `what` follows "Type NAME to". Resolves to whether it was typed. */
export async function confirmName(name: string, what: string, title = 'Are you sure?'): Promise<boolean> {
  const typed = await askForText({
    title,
    prompt: `Type ${name} to ${what}`,
    problemOf: (text) =>
      text === name ? undefined : `Type ${name} to ${what}, or press Escape to leave it.`,
  });
  return typed === name;
}

/** Asks for a line of text; undefined when the person types none. */
export async function askForText({ title, prompt, problemOf }: TextQuestion): Promise<string | undefined> {
  const options: InputBoxOptions = {
    title: plainText(title),
    prompt: plainText(prompt),
    validateInput: (typed) => {
      const problem = problemOf(typed);
      return problem === undefined ? undefined : plainText(problem);
    },
  };
  return await questions.ask(() => window.showInputBox(options));
}
