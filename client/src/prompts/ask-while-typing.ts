import { type QuickPickItem, window } from 'vscode';
import { plainText } from './plain-text.ts';
import { questions } from './questions.ts';

/** Something to type, of which the person sees what comes of it while it is typed. Its texts may come from anywhere. */
export interface TypingQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** What stands there at first. */
  readonly value: string;
  readonly onDidType: (typed: string) => void;
  readonly choicesFor: (typed: string) => TypingChoices;
}

/** What there is to choose while something is typed. */
export interface TypingChoices {
  /** What Enter does, chosen at first. */
  readonly done: string;
  readonly about: string;
  /** What may stand there instead. */
  readonly suggestions: readonly TypingSuggestion[];
}

/** What is typed, once it is taken. */
export interface TypingSuggestion {
  readonly label: string;
  readonly description: string;
  readonly becomes: string;
}

type Item = QuickPickItem & { readonly becomes?: string };

/** Lets a person type, and see what comes of it; undefined when they leave it. */
export async function askWhileTyping(question: TypingQuestion): Promise<string | undefined> {
  const { title, placeholder, value, onDidType, choicesFor } = question;
  const quickPick = window.createQuickPick<Item>();
  quickPick.title = plainText(title);
  quickPick.placeholder = plainText(placeholder);
  quickPick.ignoreFocusOut = true;
  const offer = () => {
    quickPick.items = itemsOf(choicesFor(quickPick.value));
  };
  try {
    return await questions.ask(
      () =>
        new Promise((done) => {
          quickPick.onDidChangeValue((typed) => {
            offer();
            onDidType(typed);
          });
          quickPick.onDidAccept(() => {
            const becomes = quickPick.activeItems[0]?.becomes;
            if (becomes === undefined) return done(quickPick.value);
            quickPick.value = becomes;
            offer();
            onDidType(becomes);
          });
          quickPick.onDidHide(() => done(undefined));
          quickPick.value = value;
          offer();
          quickPick.show();
        }),
    );
  } finally {
    quickPick.dispose();
  }
}

/** All are shown, whatever is typed: they are about it, and need not look like it. */
function itemsOf({ done, about, suggestions }: TypingChoices): Item[] {
  return [
    { label: `$(check) ${plainText(done)}`, description: plainText(about), alwaysShow: true },
    ...suggestions.map(({ label, description, becomes }) => ({
      label: plainText(label),
      description: plainText(description),
      alwaysShow: true,
      becomes,
    })),
  ];
}
