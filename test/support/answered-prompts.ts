import type {
  InputBoxOptions,
  Pseudoterminal,
  QuickPick,
  QuickPickItem,
  QuickPickOptions,
  Terminal,
  window as vscodeWindow,
} from 'vscode';

type Window = typeof vscodeWindow;

/** What a person is asked. */
export type Prompt =
  | { readonly kind: 'pick'; readonly title: string; readonly choices: readonly QuickPickItem[] }
  | { readonly kind: 'text'; readonly title: string; readonly prompt: string };

/** What they answer: a choice, a text; `wait` for other choices than these; or they leave it. */
export type PromptAnswer = { readonly choice: QuickPickItem } | { readonly text: string } | 'wait' | 'leave';

/** The prompts of an extension, which are answered at once in place of being shown. */
export interface AnsweredPrompts {
  /** Titles of what was asked, in order. */
  readonly asked: string[];
  /** `error: TEXT`, `warning: TEXT`, `information: TEXT` in order. */
  readonly told: string[];
  /** What was written to terminals that it opened. */
  readonly written: string[];
  /** Shows prompts to a person again. */
  restore(): void;
}

/** Answers what is asked by `window`, an extension's own, and writes down what is told. */
export function answerPrompts(
  window: Window,
  answer: (prompt: Prompt) => Promise<PromptAnswer>,
): AnsweredPrompts {
  const asked: string[] = [];
  const told: string[] = [];
  const written: string[] = [];
  const closes: (() => void)[] = [];
  const ask = async (prompt: Prompt): Promise<PromptAnswer> => {
    asked.push(prompt.title);
    return await answer(prompt);
  };
  const tell =
    (kind: string) =>
    async (text: string): Promise<undefined> => {
      told.push(`${kind}: ${text}`);
    };
  const replaced = {
    showErrorMessage: tell('error'),
    showWarningMessage: tell('warning'),
    showInformationMessage: tell('information'),
    async showQuickPick(
      choices: readonly QuickPickItem[] | Promise<readonly QuickPickItem[]>,
      { title = '' }: QuickPickOptions = {},
    ) {
      const given = await ask({ kind: 'pick', title, choices: await choices });
      return typeof given === 'object' && 'choice' in given ? given.choice : undefined;
    },
    async showInputBox({ title = '', prompt = '', validateInput }: InputBoxOptions = {}) {
      const given = await ask({ kind: 'text', title, prompt });
      if (typeof given !== 'object' || !('text' in given)) return undefined;
      const problem = await validateInput?.(given.text);
      if (problem) throw new Error(`the box does not take ${given.text}: ${JSON.stringify(problem)}`);
      return given.text;
    },
    createQuickPick: () => answeredPick(ask),
    createTerminal: ({ pty }: { pty: Pseudoterminal }) => {
      const listener = pty.onDidWrite((text) => written.push(text));
      closes.push(() => {
        listener.dispose();
        pty.close();
      });
      pty.open(undefined);
      return { show: () => {}, dispose: () => pty.close() } as unknown as Terminal;
    },
  };
  const own = Object.fromEntries(Object.keys(replaced).map((name) => [name, Reflect.get(window, name)]));
  Object.assign(window, replaced);
  return {
    asked,
    told,
    written,
    restore() {
      for (const close of closes) close();
      Object.assign(window, own);
    },
  };
}

/** A quick pick that is open until it is answered. */
function answeredPick(ask: (prompt: Prompt) => Promise<PromptAnswer>): QuickPick<QuickPickItem> {
  const listeners = { accept: new Set<() => void>(), hide: new Set<() => void>() };
  let items: readonly QuickPickItem[] = [];
  let isBusy = false;
  let state: 'hidden' | 'open' | 'asked' | 'done' = 'hidden';

  const consider = async () => {
    // Who answers waits for what is on its way.
    if (state !== 'open' || items.length === 0 || isBusy) return;
    state = 'asked';
    const about = items;
    const given = await ask({ kind: 'pick', title: quickPick.title, choices: about });
    if (given === 'wait') {
      state = 'open';
      // What has come meanwhile is another question.
      if (items !== about) await consider();
      return;
    }
    state = 'done';
    if (typeof given === 'object' && 'choice' in given) {
      quickPick.activeItems = [given.choice];
      for (const listener of listeners.accept) listener();
    }
    for (const listener of listeners.hide) listener();
  };

  const on = (to?: Set<() => void>) => (listener: () => void) => {
    to?.add(listener);
    return { dispose: () => void to?.delete(listener) };
  };
  const quickPick = {
    title: '',
    placeholder: '',
    value: '',
    get busy() {
      return isBusy;
    },
    set busy(next: boolean) {
      isBusy = next;
      void consider();
    },
    activeItems: [] as readonly QuickPickItem[],
    selectedItems: [],
    buttons: [],
    get items() {
      return items;
    },
    set items(next: readonly QuickPickItem[]) {
      items = next;
      void consider();
    },
    onDidAccept: on(listeners.accept),
    onDidHide: on(listeners.hide),
    onDidChangeValue: on(),
    onDidChangeActive: on(),
    onDidChangeSelection: on(),
    onDidTriggerButton: on(),
    onDidTriggerItemButton: on(),
    show: () => {
      state = 'open';
      void consider();
    },
    hide: () => {
      for (const listener of listeners.hide) listener();
    },
    dispose: () => {
      state = 'done';
    },
  };
  return quickPick as unknown as QuickPick<QuickPickItem>;
}
