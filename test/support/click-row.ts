import type { Locator } from 'playwright-core';

/** A line that comes and goes, or moves, is tried to be clicked on so often. */
const mostClicks = 50;

/** The line that a click is meant for, in the page. */
interface Meant {
  /** What is to be clicked on. */
  element: {
    closest(selector: string): { textContent: string | null } | null;
    // What the page calls a node.
    contains(other: unknown): boolean;
  };
  /** What its line says. */
  text: string | null | undefined;
  /** The event by which VS Code acts on the click: its last of the left button, an earlier one of the right. */
  acts: 'click' | 'contextmenu';
  /** What came of the click: that event has reached the line, or one up to it would have reached something else, and was held back. */
  end?: 'reached' | 'held back';
}

/**
 * Clicks on a row of a tree, or on a part of one, and on no other. VS Code shows another line by the element that showed this one, so
 * that what was found a moment ago may be another line by the time of the click: such a click does not reach the page, and is made
 * again. A person clicks at a place, and does not meet that. A click whose line moves while the button is down is made again too: what
 * is let go above another line is a click beside all lines, which takes the selection away. Throws when the row does not come, or when
 * it is never reached.
 */
export async function clickRow(
  row: Locator,
  options: { button?: 'right'; modifiers?: ('Control' | 'Shift')[]; timeout?: number } = {},
): Promise<void> {
  for (let left = mostClicks; left > 0; left--) if ((await clickOnce(row, options)) === 'reached') return;
  throw new Error(`no click reaches ${row}`);
}

async function clickOnce(row: Locator, options: Parameters<Locator['click']>[0]): Promise<Meant['end']> {
  const acts: Meant['acts'] = options?.button === 'right' ? 'contextmenu' : 'click';
  await row.evaluate(mean, acts, options);
  let end: Meant['end'];
  try {
    // By the time of the first look it may have been another line already.
    if (await row.evaluate(isMeant, undefined, options)) await row.click(options);
  } finally {
    end = await row.page().evaluate(endOfClick);
  }
  return end;
}

/** What the page keeps of it. */
interface GuardedPage extends EventTarget {
  kubewrightMeant?: Meant | undefined;
  kubewrightGuards?: true;
}

/** Lets the next click reach this element alone, while its line says what it says now. Runs in the page. */
function mean(element: Meant['element'], acts: Meant['acts']): void {
  const page = globalThis as unknown as GuardedPage;
  const textOf = (one: Meant['element']) => one.closest('.monaco-list-row')?.textContent;
  page.kubewrightMeant = { element, text: textOf(element), acts };
  if (page.kubewrightGuards) return;
  page.kubewrightGuards = true;
  for (const type of [
    'pointerdown',
    'mousedown',
    'pointerup',
    'mouseup',
    'click',
    'auxclick',
    'contextmenu',
  ]) {
    page.addEventListener(
      type,
      (event) => {
        const meant = page.kubewrightMeant;
        // What follows the event that has acted may be of the menu that it has opened.
        if (!meant || meant.end === 'reached') return;
        const isThere = meant.element.contains(event.target) && textOf(meant.element) === meant.text;
        if (!isThere) meant.end = 'held back';
        else if (type === meant.acts) meant.end ??= 'reached';
        if (meant.end === 'held back') event.stopImmediatePropagation();
      },
      true,
    );
  }
}

/** Whether this is the element that the next click may reach, as its line was then. Runs in the page. */
function isMeant(element: Meant['element']): boolean {
  const { kubewrightMeant: meant } = globalThis as unknown as GuardedPage;
  return meant?.element === element && meant.text === element.closest('.monaco-list-row')?.textContent;
}

/** What came of the click. Those that follow are let through. Runs in the page. */
function endOfClick(): Meant['end'] {
  const page = globalThis as unknown as GuardedPage;
  const end = page.kubewrightMeant?.end;
  page.kubewrightMeant = undefined;
  return end;
}
