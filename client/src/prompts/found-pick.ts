import { type QuickInputButton, type QuickPickItem, ThemeIcon, window } from 'vscode';
import { type Choice, rowOf } from './pick.ts';
import { plainText } from './plain-text.ts';
import { questions } from './questions.ts';

/** A button of a pick, or of one of its choices. */
export interface PickButton {
  /** A codicon. */
  readonly icon: string;
  readonly tooltip: string;
}

/** What a person looks for by typing: the pick offers what was found for that, in that order, and sorts nothing itself. */
export interface FoundPick<Value> {
  readonly typed: string;
  /** What was found. Where the person has gone down to a choice, they stay there as long as it is offered. */
  offer(choices: readonly Choice<Value>[]): void;
  setBusy(busy: boolean): void;
  setTitle(text: string): void;
  /** Closes it, without an answer. */
  close(): void;
  /** Closes it, and rejects whoever waits for the answer. */
  fail(error: unknown): void;
}

/** What such a pick says, and what happens while it is open. */
export interface FoundPickOptions<Value> {
  readonly title: string;
  readonly placeholder: string;
  /** In the title; by itself it answers nothing, and leaves the pick open. */
  readonly titleButton?: PickButton;
  readonly onTitleButton?: (pick: FoundPick<Value>) => void;
  /** Of a choice: another answer than to take it. */
  readonly buttonOf?: (value: Value) => PickButton | undefined;
  readonly onOpen: (pick: FoundPick<Value>) => void;
  readonly onDidType: (pick: FoundPick<Value>) => void;
  /** Offers what is found for what was typed last: who types and presses Enter at once means that. */
  readonly catchUp: (pick: FoundPick<Value>) => Promise<void>;
  /** Whether a choice can be taken, and ends the pick; without it all can. */
  readonly accepts?: (value: Value) => boolean;
}

/** What a person has chosen, and how. */
export interface FoundAnswer<Value> {
  readonly value: Value;
  readonly by: 'enter' | 'button';
}

type Row<Value> = QuickPickItem & {
  readonly value: Value;
  /** What was typed when it was found. */
  readonly foundFor: string;
};

/** Lets a person find something by typing; undefined when they leave it. */
export async function pickFound<Value>(
  options: FoundPickOptions<Value>,
): Promise<FoundAnswer<Value> | undefined> {
  const { title, placeholder, titleButton, onTitleButton, buttonOf } = options;
  const { onOpen, onDidType, catchUp, accepts } = options;
  const quickPick = window.createQuickPick<Row<Value>>();
  // VS Code would put those first whose label has what was typed further in front: no API has it, all versions know it.
  Object.assign(quickPick, { sortByLabel: false });
  quickPick.title = plainText(title);
  quickPick.placeholder = plainText(placeholder);
  quickPick.ignoreFocusOut = true;
  quickPick.keepScrollPosition = true;
  if (titleButton) quickPick.buttons = [buttonFor(titleButton)];
  let isOver = false;
  try {
    return await questions.ask(
      () =>
        new Promise((done, failed) => {
          const open: FoundPick<Value> = {
            get typed() {
              return quickPick.value;
            },
            offer: (choices) => {
              if (isOver) return;
              const place = quickPick.items.indexOf(quickPick.activeItems[0]!);
              const active = place > 0 ? quickPick.activeItems[0]?.value : undefined;
              quickPick.items = choices.map((choice) =>
                foundRow(choice, quickPick.value, buttonOf?.(choice.value)),
              );
              // VS Code goes back to the first.
              const same = quickPick.items.find(({ value }) => value === active);
              if (same) quickPick.activeItems = [same];
            },
            setBusy: (busy) => {
              quickPick.busy = busy;
            },
            setTitle: (text) => {
              quickPick.title = plainText(text);
            },
            close: () => done(undefined),
            fail: failed,
          };
          const accept = async () => {
            const active = quickPick.activeItems[0];
            const isSeen = active?.foundFor === quickPick.value;
            if (!isSeen) await catchUp(open);
            const row = isSeen ? active : quickPick.items[0];
            if (row && (accepts?.(row.value) ?? true)) done({ value: row.value, by: 'enter' });
          };
          quickPick.onDidChangeValue(() => onDidType(open));
          quickPick.onDidAccept(() => void accept().catch(failed));
          quickPick.onDidTriggerButton(() => onTitleButton?.(open));
          quickPick.onDidTriggerItemButton(({ item }) => done({ value: item.value, by: 'button' }));
          quickPick.onDidHide(() => done(undefined));
          onOpen(open);
          quickPick.show();
        }),
    );
  } finally {
    isOver = true;
    quickPick.dispose();
  }
}

/** It was found by other texts than its label, too: it is always shown. */
function foundRow<Value>(
  choice: Choice<Value>,
  foundFor: string,
  button: PickButton | undefined,
): Row<Value> {
  return {
    ...rowOf(choice),
    ...(button === undefined ? {} : { buttons: [buttonFor(button)] }),
    alwaysShow: true,
    value: choice.value,
    foundFor,
  };
}

function buttonFor({ icon, tooltip }: PickButton): QuickInputButton {
  return { iconPath: new ThemeIcon(icon), tooltip };
}
