import { expect, test } from 'vitest';
import { OpeningQuestions } from '../../../client/src/prompts/opening-questions.ts';

/** What happens, in its order; VS Code takes in what it was given when `turn` is called. */
function start() {
  const happened: string[] = [];
  const waiting: (() => void)[] = [];
  const questions = new OpeningQuestions(() => new Promise<void>((done) => waiting.push(done)));
  const turn = async () => {
    happened.push('turn');
    for (const done of waiting.splice(0)) done();
    await settled();
  };
  const give = (line: string) => Promise.resolve(questions.afterwards(() => void happened.push(line)));
  return { questions, happened, turn, give };
}

const settled = () => new Promise((done) => setImmediate(done));

test('a question is shown when VS Code has all that it was given, and lines are given when it has the keyboard', async () => {
  const { questions, happened, turn, give } = start();
  const answer = questions.ask(async () => {
    happened.push('shown');
    return 'yes';
  });
  const line = give('line');
  await turn();
  await turn();
  expect(await answer).toBe('yes');
  await turn();
  await line;
  expect(happened).toEqual(['turn', 'shown', 'turn', 'turn', 'line']);
});

test('lines are given at once where no question opens', () => {
  const { questions, happened } = start();
  expect(questions.afterwards(() => 'line')).toBe('line');
  expect(happened).toEqual([]);
});

test('a question that stays open holds nothing back', async () => {
  const { questions, happened, turn, give } = start();
  void questions.ask(() => new Promise(() => {}));
  for (let left = 3; left > 0; left--) await turn();
  await give('line');
  expect(happened.at(-1)).toBe('line');
});

test('of two questions that open the later one holds lines back', async () => {
  const { questions, happened, turn, give } = start();
  void questions.ask(() => new Promise(() => {}));
  await turn();
  void questions.ask(async () => void happened.push('shown'));
  const line = give('line');
  for (let left = 3; left > 0; left--) await turn();
  await line;
  expect(happened).toEqual(['turn', 'turn', 'shown', 'turn', 'turn', 'line']);
});

test.each([
  ['cannot be shown', () => Promise.reject(new Error('closed'))],
  [
    'fails at once',
    () => {
      throw new Error('closed');
    },
  ],
])('a question that %s says why, and holds nothing back', async (_what, show) => {
  const { questions, happened, turn, give } = start();
  const answer = questions.ask<string>(show);
  const failure = expect(answer).rejects.toThrow('closed');
  for (let left = 3; left > 0; left--) await turn();
  await failure;
  await give('line');
  expect(happened.at(-1)).toBe('line');
});

test('a question is shown where VS Code does not tell what it has taken in', async () => {
  const questions = new OpeningQuestions(() => Promise.reject(new Error('no such command')));
  expect(await questions.ask(async () => 'yes')).toBe('yes');
  expect(await questions.afterwards(() => 'line')).toBe('line');
});
