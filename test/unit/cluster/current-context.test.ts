import { describe, expect, test } from 'vitest';
import { withCurrentContext } from '../../../client/src/cluster/kubeconfig/current-context.ts';

const lists = 'clusters: []\nusers: []\ncontexts: []\n';

describe('the current context of a kubeconfig', () => {
  test.each<[string, string, string]>([
    [
      'is changed in its place',
      `# mine\nkind: Config\ncurrent-context: old # why\n${lists}`,
      `# mine\nkind: Config\ncurrent-context: new # why\n${lists}`,
    ],
    [
      'with CRLF',
      'kind: Config\r\ncurrent-context: old\r\nusers: []\r\n',
      'kind: Config\r\ncurrent-context: new\r\nusers: []\r\n',
    ],
    ['at the end, without a line end', 'users: []\ncurrent-context: old', 'users: []\ncurrent-context: new'],
    ['in quotes', 'current-context: "old"\n', 'current-context: "new"\n'],
    ['in single quotes', "current-context: 'old'   # x\n", 'current-context: new   # x\n'],
    ['that is empty', `current-context: ""\n${lists}`, `current-context: "new"\n${lists}`],
    ['that is not there', `current-context:\n${lists}`, `current-context: new\n${lists}`],
    [
      'that is null, with a comment',
      `current-context: # none yet\n${lists}`,
      `current-context: new # none yet\n${lists}`,
    ],
    ['after a document marker', `---\ncurrent-context: old\n${lists}`, `---\ncurrent-context: new\n${lists}`],
    [
      'that is there twice: the last one counts',
      'current-context: a\ncurrent-context: b\n',
      'current-context: a\ncurrent-context: new\n',
    ],
    ['by an alias', 'kind: &k Config\ncurrent-context: *k\n', 'kind: &k Config\ncurrent-context: new\n'],
    [
      'is added before the first field',
      `# mine\nkind: Config\n${lists}`,
      `# mine\ncurrent-context: new\nkind: Config\n${lists}`,
    ],
    [
      'is added with CRLF',
      'kind: Config\r\nusers: []\r\n',
      'current-context: new\r\nkind: Config\r\nusers: []\r\n',
    ],
    [
      'is added to fields with a margin',
      '  kind: Config\n  users: []\n',
      '  current-context: new\n  kind: Config\n  users: []\n',
    ],
    [
      'is added behind a byte order mark',
      '\uFEFFkind: Config\n',
      '\uFEFFcurrent-context: new\nkind: Config\n',
    ],
    ['is added to nothing', '', 'current-context: new\n'],
    [
      'in JSON',
      '{\n  "current-context": "old",\n  "kind": "Config"\n}\n',
      '{\n  "current-context": "new",\n  "kind": "Config"\n}\n',
    ],
    ['is added to JSON', '{"kind":"Config"}', '{"current-context": "new", "kind":"Config"}'],
    ['is added to empty JSON', '{}', '{"current-context": "new"}'],
  ])('%s', (_name, before, after) => {
    expect(withCurrentContext(before, 'new')).toBe(after);
  });

  test.each([
    ['over several lines', 'current-context: >-\n  old\n  one\n'],
    ['with an anchor for others', 'current-context: &c old\n'],
    ['that is a map', 'current-context: {a: b}\n'],
    ['of a list', '- a\n'],
    ['of a text', 'hello\n'],
  ])('is left to a person: one %s', (_name, text) => {
    expect(withCurrentContext(text, 'new')).toBeUndefined();
  });

  test.each([
    ['arn:aws:eks:eu-west-1:1:cluster/a', 'arn:aws:eks:eu-west-1:1:cluster/a'],
    ['admin@home', 'admin@home'],
    ['yes', '"yes"'],
    ['1e3', '"1e3"'],
    ['a: b', '"a: b"'],
    ['a #b', '"a #b"'],
    ['ends:', '"ends:"'],
    ['@a', '"@a"'],
    ['"\n', '"\\"\\n"'],
  ])('is written so that it is read as it is: %s', (name, written) => {
    expect(withCurrentContext('current-context: old\n', name)).toBe(`current-context: ${written}\n`);
  });
});
