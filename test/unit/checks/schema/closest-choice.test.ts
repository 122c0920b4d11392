import { expect, test } from 'vitest';
import { closestChoice } from '../../../../server/src/checks/schema/closest-choice.ts';

test('words that are known are not compared again', () => {
  let asked = 0;
  const choices = new Proxy(['Always', 'Never', 3, ''], {
    get(target, name, receiver) {
      asked++;
      return Reflect.get(target, name, receiver);
    },
  });
  expect(closestChoice('Alway', choices)).toBe('Always');
  expect(closestChoice('Sometimes', choices)).toBeUndefined();
  const before = asked;
  expect(closestChoice('Alway', choices)).toBe('Always');
  expect(closestChoice('Sometimes', choices)).toBeUndefined();
  expect(asked).toBe(before);
});

test('each list of choices is known by itself', () => {
  expect(closestChoice('Alway', ['Always'])).toBe('Always');
  expect(closestChoice('Alway', ['Alway1', 'Alway2'])).toBeUndefined();
  expect(closestChoice('toString', ['tostring'])).toBe('tostring');
});
