import { QuickInputButtons, type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import { plainText } from './plain-text.ts';
import { questions } from './questions.ts';
import { mayBeShownFor, rowMeant } from './row-meant.ts';

/** A choice of a pick. Its texts may come from anywhere; an icon is the name of a codicon. */
export interface Choice<Value> {
  readonly label: string;
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  readonly value: Value;
}

/** A line between the choices of a pick. */
export interface Separator {
  readonly separator: string;
}

/** What a pick says above its choices. */
export interface PickTexts {
  readonly title: string;
  readonly placeholder: string;
  /** Where it is one of several questions: which one. */
  readonly step?: { readonly number: number; readonly of: number };
}

/** The person wants to be asked the question before again. */
export const wentBack = Symbol('went back');

/** A pick that is open: what it offers can change. */
export interface OpenPick<Value> {
  /** What the person has typed so far. */
  readonly typed: string;
  offer(rows: readonly (Choice<Value> | Separator)[]): void;
  /** Whether more is on its way. */
  setBusy(busy: boolean): void;
  setPlaceholder(text: string): void;
  /** Closes it, and rejects whoever waits for the answer. */
  fail(error: unknown): void;
}

/** What happens while a pick is open. */
export interface PickEvents<Value> {
  /** It is open, and offers nothing yet. */
  readonly onOpen: (pick: OpenPick<Value>) => void;
  readonly onDidType?: (pick: OpenPick<Value>) => void;
  /** The person is at a choice without having taken it. */
  readonly onDidChangeActive?: (value: Value) => void;
  /** Whether a choice can be taken, and ends the pick; without it all can. */
  readonly accepts?: (value: Value) => boolean;
}

/** A choice as VS Code has it. */
export type PickRow<Value> = QuickPickItem & { readonly value?: Value };

/** Lets a person pick one of some choices; undefined when they pick none. */
export async function pick<Value>(
  { title, placeholder }: PickTexts,
  choices: readonly Choice<Value>[] | Promise<readonly Choice<Value>[]>,
): Promise<Value | undefined> {
  const rows = Promise.resolve(choices).then((all) => all.map(rowOf));
  const options = {
    title: plainText(title),
    placeHolder: plainText(placeholder),
    ignoreFocusOut: true,
    matchOnDescription: true,
    matchOnDetail: true,
  };
  return (await questions.ask(() => window.showQuickPick(rows, options)))?.value;
}

/** Lets a person pick from choices that change meanwhile; undefined when they pick none. */
export async function pickWhileOpen<Value>(
  texts: PickTexts,
  events: PickEvents<Value>,
): Promise<Value | undefined> {
  const answer = await pickOrGoBack(texts, events);
  return answer === wentBack ? undefined : answer;
}

/** The same; where it is not the first of several questions, with a button to go back to the one before. */
export async function pickOrGoBack<Value>(
  { title, placeholder, step }: PickTexts,
  { onOpen, onDidType, onDidChangeActive, accepts }: PickEvents<Value>,
): Promise<Value | typeof wentBack | undefined> {
  const quickPick = window.createQuickPick<PickRow<Value>>();
  quickPick.title = plainText(title);
  quickPick.placeholder = plainText(placeholder);
  quickPick.step = step?.number;
  quickPick.totalSteps = step?.of;
  quickPick.ignoreFocusOut = true;
  quickPick.matchOnDescription = true;
  quickPick.matchOnDetail = true;
  if (step && step.number > 1) quickPick.buttons = [QuickInputButtons.Back];
  let isOver = false;
  try {
    return await questions.ask(
      () =>
        new Promise((done, failed) => {
          const open: OpenPick<Value> = {
            get typed() {
              return quickPick.value;
            },
            offer: (rows) => {
              if (isOver) return;
              const active = quickPick.activeItems[0]?.label;
              quickPick.items = rows.map((row) => ('separator' in row ? separatorOf(row) : rowOf(row)));
              // VS Code goes back to the first. One that is not shown any more would leave none active.
              const same = quickPick.items.find(({ label }) => label === active);
              if (same && mayBeShownFor(same, quickPick.value)) quickPick.activeItems = [same];
            },
            setBusy: (busy) => {
              quickPick.busy = busy;
            },
            setPlaceholder: (text) => {
              quickPick.placeholder = plainText(text);
            },
            fail: failed,
          };
          quickPick.onDidChangeValue(() => onDidType?.(open));
          quickPick.onDidChangeActive(([row]) => row?.value !== undefined && onDidChangeActive?.(row.value));
          quickPick.onDidAccept(() => {
            const [active] = quickPick.activeItems;
            const choices = quickPick.items.filter((row) => row.value !== undefined);
            // Where typing offers nothing anew VS Code tells of the right one, and a question is answered by no other.
            const value = (onDidType ? rowMeant(choices, active, quickPick.value) : active)?.value;
            if (value !== undefined && (accepts?.(value) ?? true)) done(value);
          });
          quickPick.onDidTriggerButton((button) => button === QuickInputButtons.Back && done(wentBack));
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

/** Offers choices once they are known; what they cannot be known for is what waiting for the answer rejects with. */
export function offering<Value>(
  choices: readonly Choice<Value>[] | Promise<readonly Choice<Value>[]>,
): PickEvents<Value> {
  return { onOpen: (open) => whileBusy(open, async () => open.offer(await choices)) };
}

/** Shows that more is on its way while it works; what that rejects with is what waiting for the answer rejects with. Never rejects. */
export async function whileBusy<Value>(open: OpenPick<Value>, work: () => Promise<void>): Promise<void> {
  open.setBusy(true);
  try {
    await work();
    open.setBusy(false);
  } catch (error) {
    open.fail(error);
  }
}

/** A choice, in which nothing is an icon but its own. */
export function rowOf<Value>({ label, icon, description, detail, value }: Choice<Value>): PickRow<Value> {
  return {
    label: icon === undefined ? plainText(label) : `$(${icon}) ${plainText(label)}`,
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
    value,
  };
}

/** A line between choices. */
export function separatorOf<Value>({ separator }: Separator): PickRow<Value> {
  return { label: plainText(separator), kind: QuickPickItemKind.Separator };
}
