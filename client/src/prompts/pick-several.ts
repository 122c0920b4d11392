import { QuickPickItemKind, window } from 'vscode';
import { type Choice, type PickRow, type PickTexts, rowOf, type Separator, separatorOf } from './pick.ts';
import { plainText } from './plain-text.ts';
import { questions } from './questions.ts';

/** A pick of several that is open: what it offers can change. */
export interface OpenSeveral<Value> {
  /** What the person has typed so far. */
  readonly typed: string;
  /** Of these choices, those that are ticked stay so. */
  offer(rows: readonly (SeveralChoice<Value> | Separator)[]): void;
  /** Whether more is on its way. */
  setBusy(busy: boolean): void;
  setPlaceholder(text: string): void;
}

/** A choice that can be ticked. */
export interface SeveralChoice<Value> extends Choice<Value> {
  /** It is there whatever is typed. */
  readonly always?: 'shown';
}

/** What happens while a pick of several is open. */
export interface SeveralEvents<Value> {
  /** What is ticked at first. */
  readonly ticked: readonly Value[];
  /** It is open, and offers nothing yet. */
  readonly onOpen: (pick: OpenSeveral<Value>) => void;
  readonly onDidType: (pick: OpenSeveral<Value>) => void;
  /** What is to be ticked where a person has changed the ticks: one choice may exclude others. */
  readonly ticksAfter: (now: readonly Value[], before: readonly Value[]) => readonly Value[];
}

/** How a pick of several was left by Enter. */
export interface SeveralTaken<Value> {
  readonly ticked: readonly Value[];
  /** The choice that the keyboard is at. */
  readonly active: Value | undefined;
  readonly typed: string;
}

/** Lets a person tick any of some choices, which are told apart by `===`; undefined when they leave it. */
export async function pickSeveral<Value>(
  { title, placeholder }: Pick<PickTexts, 'title' | 'placeholder'>,
  { ticked, onOpen, onDidType, ticksAfter }: SeveralEvents<Value>,
): Promise<SeveralTaken<Value> | undefined> {
  const quickPick = window.createQuickPick<PickRow<Value>>();
  quickPick.title = plainText(title);
  quickPick.placeholder = plainText(placeholder);
  quickPick.canSelectMany = true;
  quickPick.ignoreFocusOut = true;
  quickPick.matchOnDescription = true;
  let isOver = false;
  let ticks = ticked;
  const tick = () => {
    const wanted = quickPick.items.filter(
      ({ kind, value }) => kind !== QuickPickItemKind.Separator && ticks.includes(value!),
    );
    const { selectedItems } = quickPick;
    if (wanted.length === selectedItems.length && wanted.every((row) => selectedItems.includes(row))) return;
    quickPick.selectedItems = wanted;
  };
  const open: OpenSeveral<Value> = {
    get typed() {
      return quickPick.value;
    },
    offer: (rows) => {
      if (isOver) return;
      quickPick.items = rows.map((row) =>
        'separator' in row ? separatorOf(row) : { ...rowOf(row), alwaysShow: row.always !== undefined },
      );
      tick();
    },
    setBusy: (busy) => {
      quickPick.busy = busy;
    },
    setPlaceholder: (text) => {
      quickPick.placeholder = plainText(text);
    },
  };
  try {
    return await questions.ask(
      () =>
        new Promise((done) => {
          quickPick.onDidChangeValue(() => onDidType(open));
          quickPick.onDidChangeSelection((rows) => {
            const offered = new Set(quickPick.items.map(({ value }) => value));
            // What is not offered at the moment cannot have been changed.
            const now = [...ticks.filter((value) => !offered.has(value)), ...rows.map(({ value }) => value!)];
            if (now.length === ticks.length && now.every((value) => ticks.includes(value))) return;
            ticks = ticksAfter(now, ticks);
            tick();
          });
          quickPick.onDidAccept(() =>
            done({ ticked: ticks, active: quickPick.activeItems[0]?.value, typed: quickPick.value }),
          );
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
