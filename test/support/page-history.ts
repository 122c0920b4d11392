import type { Page } from 'playwright-core';

/** Events of a page that are kept. */
const mostKept = 60;

/**
 * Keeps what keys and clicks a page got last, and which part of it had the keyboard then: of a key that was not taken a picture says
 * nothing.
 */
export async function keepHistory(page: Page): Promise<void> {
  await page.addInitScript((most) => {
    const history: string[] = [];
    const words = (target: EventTarget | null) => {
      const { nodeName = '', className = '' } = (target ?? {}) as { nodeName?: string; className?: unknown };
      return `${nodeName} ${String(className).slice(0, 60)}`;
    };
    const keep = (what: string, target: EventTarget | null) => {
      history.push(`${Math.round(performance.now())} ${what} ${words(target)}`);
      if (history.length > most) history.shift();
    };
    const page = globalThis as unknown as EventTarget & { kubewrightHistory: string[] };
    page.kubewrightHistory = history;
    page.addEventListener('focusin', ({ target }) => keep('focus', target), true);
    page.addEventListener(
      'keydown',
      (event) => keep(`key ${(event as unknown as { key: string }).key}`, event.target),
      true,
    );
    page.addEventListener('mousedown', ({ target }) => keep('click', target), true);
  }, mostKept);
}

/** What was kept, the last at the end; empty of a page that has not been opened. */
export async function historyOf(page: Page): Promise<string[]> {
  return await page.evaluate(
    () => (globalThis as unknown as { kubewrightHistory?: string[] }).kubewrightHistory ?? [],
  );
}
