import { WrongAnswer } from '../wrong-answer.ts';

/** The way from page to page of one list. */
export interface Pages {
  /**
   * Where the next page is, by what the one says that has been read; undefined when it was the last.
   * @throws WrongAnswer when the pages lead nowhere: back to one of them, or on without an end.
   */
  after(token: string | undefined, items: number): string | undefined;
}

/** With pages of 500 these are half a million objects: no window shows more, and memory ends somewhere. */
export const mostItems = 500_000;
/** Somewhat more than full pages of so many objects are. */
const mostPages = 1_200;
/** No server's token is longer than a URL may be. */
const longestToken = 16 * 1024;

/** The pages of a list that begins. */
export function pagesOfList(): Pages {
  const seen = new Set<string>();
  let count = 0;
  return {
    after(token, items) {
      count += items;
      if (count > mostItems) throw tooMany();
      if (token === undefined) return undefined;
      if (token.length > longestToken)
        throw new WrongAnswer('the answer names a next page by an endless token');
      if (seen.has(token)) throw new WrongAnswer('the answer is a page that leads back to one before it');
      if (seen.size >= mostPages) throw new WrongAnswer(`the list has more than ${mostPages} pages`);
      seen.add(token);
      return token;
    },
  };
}

/** Of a list of more objects than are taken. */
export function tooMany(): WrongAnswer {
  return new WrongAnswer(`the list has more than ${mostItems} objects: select a namespace`);
}
