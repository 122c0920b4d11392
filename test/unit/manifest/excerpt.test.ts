import { describe, expect, test } from 'vitest';
import type { Cursor } from '../../../server/src/manifest/cursor.ts';
import { interpretCursor } from '../../../server/src/manifest/cursor-interpretations.ts';
import { excerptAround } from '../../../server/src/manifest/excerpt.ts';

const containers = Array.from(
  { length: 300 },
  (_, index) => `    - name: worker-${index}
      image: "nginx:1.${index}"
      env:
        - name: INDEX
          value: "${index}"
      command:
      - sh
      - -c
      - |
        echo: ${index}
          deeper: x

      ports: [{containerPort: 80}]
`,
).join('');

const pod = `apiVersion: v1
kind: Pod
metadata:
  name: long
  labels:
    app: web
spec:
  restartPolicy: Always
  containers:
${containers}  volumes:
    - name: data
      emptyDir: {}
  nodeName: a
`;

test('far items and what is nested under siblings are left out; ancestors and their siblings stay', () => {
  const at = pod.indexOf('image: "nginx:1.150"');
  const short = excerptAround(pod, { start: 0, end: pod.length }, { start: at, end: at + 5 })!;
  expect(short.before.length + short.after.length).toBeLessThan(20_000);
  expect(short.removed).toBe(at - short.before.length);
  const left = short.before + short.after;
  for (const line of [
    'kind: Pod',
    'spec:',
    '  containers:',
    '    - name: worker-150',
    '  volumes:',
    '  nodeName: a',
  ])
    expect(left.split('\n')).toContain(line);
  expect(left).not.toContain('worker-200');
  expect(left).not.toContain('worker-100');
});

test('a short document and one in brackets stay whole', () => {
  const short = 'a: 1\n';
  expect(excerptAround(short, { start: 0, end: 5 }, { start: 0, end: 1 })).toBeUndefined();
  const json = `{"a": [\n${'1,\n'.repeat(30_000)}1]}`;
  expect(excerptAround(json, { start: 0, end: json.length }, { start: 3, end: 3 })).toBeUndefined();
});

describe('a cursor in a long document is the one that reading all of it gives', () => {
  // With a merge key, in a comment even, documents are read whole.
  const whole = '# <<: nothing\n';
  const from = pod.indexOf('    - name: worker-150');
  const lines = pod.slice(from, pod.indexOf('    - name: worker-151')).split('\n');
  test.each(['', 'na', '- ', '- na', 'image: ', 'x: [a, ', '"'])('with a new line of %j', (word) => {
    let at = from;
    for (const line of lines) {
      for (const column of [2, 4, 6, 8, 10]) {
        const typed = ' '.repeat(column) + word;
        const text = `${pod.slice(0, at)}${typed}\n${pod.slice(at)}`;
        const offset = at + typed.length;
        expect(seenAt(text, offset), `${typed} before ${line}`).toEqual(seenAt(text + whole, offset));
      }
      at += line.length + 1;
    }
  });

  test.each(['apiVersion', 'restartPolicy', 'app: web', 'name: worker-299', 'emptyDir', 'nodeName'])(
    'at %s',
    (word) => {
      const offset = pod.indexOf(word) + 2;
      expect(seenAt(pod, offset)).toEqual(seenAt(pod + whole, offset));
    },
  );
});

function seenAt(text: string, offset: number): object[] {
  const { likely, unlikely } = interpretCursor(text, offset);
  return [...likely, ...unlikely()].map(seen);
}

/** What completion asks of a cursor; an item's place in its list is not. */
function seen(cursor: Cursor): object {
  const {
    document: _document,
    container: _container,
    entry: _entry,
    children,
    path,
    siblings,
    ...rest
  } = cursor;
  const along = path.map((part) => (typeof part === 'number' ? 0 : part));
  return { ...rest, path: along, siblings: [...new Set(siblings)].sort(), children: children?.type };
}
