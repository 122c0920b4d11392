/** Stands for whatever a template may print; of the private use area, so no manifest has it. */
export const masked = '\ue000';

/** Whether a text is, or has in it, what a template prints. */
export function isPrinted(text: string): boolean {
  return text.includes(masked);
}

/** Whether nothing of a text is written, but what prints it. */
export function isAllPrinted(text: string): boolean {
  return isPrinted(text) && text.replaceAll(masked, '') === '';
}
