import type { Locator } from 'playwright-core';

/** Looks for the place of a row that moves; some milliseconds each. */
const mostLooks = 50;

/**
 * Clicks on a row of a tree, or on a part of one, where it stands, as a person does. VS Code shows another line by the element that
 * showed this one, so that what was found a moment ago may be another line by the time of the click. Throws when the row does not
 * come, or when something else lies over it all the time.
 */
export async function clickRow(
  row: Locator,
  options: { button?: 'right'; modifiers?: ('Control' | 'Shift')[]; timeout?: number } = {},
): Promise<void> {
  const { timeout = 30_000, ...how } = options;
  await row.waitFor({ timeout });
  await row.scrollIntoViewIfNeeded({ timeout });
  for (let left = mostLooks; left > 0; left--) {
    const box = await row.boundingBox({ timeout });
    const position = box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    const isThere =
      position &&
      (await row.evaluate(
        (element, { x, y }) => element.contains(element.ownerDocument.elementFromPoint(x, y)),
        position,
        { timeout },
      ));
    if (isThere) {
      await row
        .page()
        .locator('body')
        .click({ position, force: true, timeout, ...how });
      return;
    }
    await row.page().waitForTimeout(20);
  }
  throw new Error(`something else is where ${row} is`);
}
