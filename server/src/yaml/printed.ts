/** Stands for whatever a template may print; of the private use area, so no manifest has it. */
export const masked = '\ue000';

/** Whether a text is, or has in it, what a template prints. */
export function isPrinted(text: string): boolean {
  return text.includes(masked);
}
