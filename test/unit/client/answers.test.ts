import { expect, test } from 'vitest';
import {
  Answers,
  answerTakes,
  questionTakes,
  showingTakes,
  wordTakes,
} from '../../../client/src/views/answers.ts';
import { fakeClock } from '../cluster/fake-clock.ts';

/** Lines by their paths: `a/b` stands below `a`; `*` is the whole view. */
const parentOf = (path: string) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined);
const lineOf = (path: string) => (path === '*' ? undefined : path);

test.each([
  { asked: 'a/b', line: 'a/b', touched: true },
  { asked: 'a/b', line: 'a', touched: true },
  { asked: 'a/b', line: 'a/b/c/d', touched: true },
  { asked: 'a/b', line: '*', touched: true },
  { asked: '*', line: 'a', touched: true },
  { asked: '*', line: '*', touched: true },
  { asked: 'a/b', line: 'a/c', touched: false },
  { asked: 'a/b', line: 'a/c/b', touched: false },
  { asked: 'a/b', line: 'b', touched: false },
])('an answer of $asked, and a refresh of $line', async ({ asked, line, touched }) => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  expect(answers.touch(lineOf(line))).toBe(false);
  let answer = (_lines: string[]) => {};
  const given = answers.give(lineOf(asked), new Promise((resolve) => (answer = resolve)));
  await clock.pass(10_000);
  expect(answers.touch(lineOf(line))).toBe(touched);
  answer(['x']);
  expect(await given).toEqual(['x']);
  await clock.pass(answerTakes - 1);
  expect(answers.touch(lineOf(line))).toBe(touched);
  await clock.pass(1);
  expect(answers.touch(lineOf(line))).toBe(false);
});

test('an answer that fails is over too', async () => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  await expect(answers.give('a', Promise.reject(new Error('no')))).rejects.toThrow('no');
  await clock.pass(answerTakes);
  expect(answers.touch('a')).toBe(false);
});

test.each([
  { told: 'a/b', line: 'a/b/c', touched: true },
  { told: 'a/b', line: 'a', touched: true },
  { told: 'a/b', line: '*', touched: true },
  { told: '*', line: 'a', touched: true },
  { told: 'a/b', line: 'a/c', touched: false },
])('a question for $told that is to come, and a refresh of $line', async ({ told, line, touched }) => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  answers.told([lineOf(told)]);
  await clock.pass(questionTakes - 1);
  expect(answers.touch(lineOf(line))).toBe(touched);
  await clock.pass(1);
  expect(answers.touch(lineOf(line))).toBe(false);
});

test('a question that has come is not waited for', async () => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  answers.told(['a']);
  await answers.give('a', Promise.resolve([]));
  await clock.pass(answerTakes);
  expect(answers.touch('a')).toBe(false);
});

test('an answer is open from what VS Code was told of until it has it, or does not ask or get it for long', async () => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  expect(answers.areOpen).toBe(false);
  answers.told(['a']);
  expect(answers.areOpen).toBe(true);
  const given = answers.give('a', new Promise((done) => void clock.after(10, () => done([]))));
  expect(answers.areOpen).toBe(true);
  await clock.pass(10);
  await given;
  expect(answers.areOpen).toBe(false);
  answers.told(['a']);
  await clock.pass(questionTakes);
  expect(answers.areOpen).toBe(false);
  void answers.give('a', new Promise(() => {}));
  expect(answers.areOpen).toBe(true);
  await clock.pass(questionTakes);
  expect(answers.areOpen).toBe(false);
});

test('a view that is shown is let ask first for what it has not asked for', async () => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  const isTouchedOnceShown = async () => {
    answers.shown();
    await clock.pass(showingTakes - 1);
    const isTouched = answers.touch('a/b');
    await clock.pass(1);
    expect(answers.touch('a/b')).toBe(false);
    return isTouched;
  };
  expect(await isTouchedOnceShown()).toBe(true);
  answers.told(['a']);
  answers.hidden();
  await clock.pass(questionTakes);
  expect(await isTouchedOnceShown()).toBe(true);
  answers.told(['a']);
  await answers.give('a', Promise.resolve([]));
  await clock.pass(answerTakes);
  answers.hidden();
  expect(await isTouchedOnceShown()).toBe(false);
});

test.each([
  { asked: '*', line: 'a', around: true },
  { asked: '*', line: 'a/b', around: true },
  { asked: 'a', line: 'a/b', around: true },
  { asked: 'a/c', line: 'a/b', around: true },
  { asked: 'a/c/d', line: 'a/b', around: true },
  { asked: 'c', line: 'a', around: true },
  { asked: 'a/b', line: 'a/b', around: false },
  { asked: 'a/b/c', line: 'a/b', around: false },
  { asked: 'c', line: 'a/b', around: false },
])('an answer of $asked, and what is around $line', async ({ asked, line, around }) => {
  const clock = fakeClock();
  const answers = new Answers<string>(parentOf, clock);
  expect(answers.touchAround(line)).toBe(false);
  await answers.give(lineOf(asked), Promise.resolve([]));
  expect(answers.touchAround(line)).toBe(around);
  await clock.pass(answerTakes);
  expect(answers.touchAround(line)).toBe(false);
  await clock.pass(wordTakes - 1);
  expect(answers.touchedAround(line)).toBe(around);
  await clock.pass(1);
  expect(answers.touchedAround(line)).toBe(false);
});
