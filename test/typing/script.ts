import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Workbench } from '../support/workbench.ts';
import { type Style, typeDocument } from './type-document.ts';
import { Typist } from './typist.ts';

/** One document, typed in one way. */
export interface Script {
  /** Of the file that is typed into: a name without a folder. */
  readonly name: string;
  readonly meant: string;
  readonly style: Style;
  /** Milliseconds from one key press to the next. */
  readonly delay: number;
}

/** What came of it. */
export interface Outcome {
  /** The file's text in the end. */
  readonly text: string;
  /** What went wrong on the way. */
  readonly error?: string;
}

/** Types the document into a new file of the workbench's folder and saves it. */
export async function runScript(
  workbench: Workbench,
  { name, meant, style, delay }: Script,
): Promise<Outcome> {
  const path = join('typed', `${style}-${delay}-${name}`);
  await mkdir(dirname(join(workbench.folder, path)), { recursive: true });
  await writeFile(join(workbench.folder, path), '');
  await workbench.openFile(path);
  let error: string | undefined;
  try {
    await typeDocument(new Typist(workbench.page, delay), meant, style);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  await workbench.press('Escape');
  const text = await workbench.savedText(path);
  await workbench.press('Control+F4');
  return { text, ...(error !== undefined && { error }) };
}

/** A workbench tall enough to show whole documents. */
export const tallPage = { width: 1400, height: 2600 };
