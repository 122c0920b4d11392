import type { Page } from 'playwright-core';
import { readScreen, readSuggestions, type Screen, type Suggestions } from './screen.ts';

/** A person at the keyboard of a workbench, who presses a key every `delay` milliseconds. */
export class Typist {
  readonly #page: Page;
  readonly #delay: number;
  #next = 0;

  constructor(page: Page, delay: number) {
    this.#page = page;
    this.#delay = delay;
  }

  /** Presses a key or chord by Playwright's name, or the key of one character. */
  async press(key: string, times = 1): Promise<void> {
    for (let pressed = 0; pressed < times; pressed++) {
      await this.#wait(this.#next - performance.now());
      this.#next = performance.now() + this.#delay;
      await this.#page.keyboard.press(key === ' ' ? 'Space' : key);
    }
  }

  /** Types text without line breaks. */
  async type(text: string): Promise<void> {
    for (const character of text) {
      if (character > '~') await this.#page.keyboard.insertText(character);
      else await this.press(character);
    }
  }

  async look(): Promise<Screen> {
    return readScreen(this.#page);
  }

  /** The text that the clipboard has from now on. */
  async copied(text: string): Promise<void> {
    await this.#page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  }

  /** The suggestions, once `suffices` says of them that they are what the person waits for; those of now in the end. */
  async suggestions(
    suffices: (seen: Suggestions | undefined) => boolean,
    patience: number,
  ): Promise<Suggestions | undefined> {
    return this.#until(() => readSuggestions(this.#page), suffices, patience);
  }

  /** The screen, once `suffices` says of it that it is what the person waits for; that of now in the end. */
  async screen(suffices: (seen: Screen) => boolean, patience: number): Promise<Screen> {
    return this.#until(() => this.look(), suffices, patience);
  }

  async #until<Seen>(
    see: () => Promise<Seen>,
    suffices: (seen: Seen) => boolean,
    patience: number,
  ): Promise<Seen> {
    const end = performance.now() + patience;
    for (;;) {
      const seen = await see();
      if (suffices(seen) || performance.now() > end) return seen;
      await this.#wait(15);
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    if (milliseconds > 0) await new Promise((done) => setTimeout(done, milliseconds));
  }
}
