import { expect, test } from 'vitest';
import { parseLabelSelector, satisfies, selects } from '../../../../sandbox/src/selectors/label-selector.ts';
import { StatusError } from '../../../../sandbox/src/status-error.ts';

const web = { app: 'web', tier: 'front', size: '3' };

test.each([
  '',
  'app=web',
  'app==web,tier',
  'app!=db,other!=x',
  '!other',
  'app in (db, web)',
  'other notin (x)',
  'size>2,size<4',
])('%j selects a web server', (text) => {
  expect(satisfies(web, parseLabelSelector(text))).toBe(true);
});

test.each(['app=db', '!app', 'app notin (db,web)', 'size>3', 'toString', 'example.com/app'])(
  '%j selects no web server',
  (text) => {
    expect(satisfies(web, parseLabelSelector(text))).toBe(false);
  },
);

/** What kube-apiserver 1.35.4 says of them. */
test.each([
  ['a,', "found '', expected: identifier after ','"],
  [',', "found ',', expected: !, identifier, or 'end of string'"],
  ['a===b', "unable to parse requirement: found '=', expected: identifier"],
  ['a b', "unable to parse requirement: found 'b', expected: in, notin, =, ==, !=, gt, lt"],
  ['a in b', "unable to parse requirement: found 'b' expected: '('"],
  ['a,b c', "unable to parse requirement: found 'c', expected: in, notin, =, ==, !=, gt, lt"],
  ['!', "unable to parse requirement: found '', expected: identifier"],
  ['a in (b c)', "unable to parse requirement: found 'c', expected: ',' or ')'"],
  ['a in (=)', "unable to parse requirement: found '=', expected: ',', ')' or identifier"],
  ['a notin b', "unable to parse requirement: found 'b' expected: '('"],
  ['a,!', "unable to parse requirement: found '', expected: identifier"],
  ['=a', "found '=', expected: !, identifier, or 'end of string'"],
  ['a ! b', "unable to parse requirement: found '!', expected: in, notin, =, ==, !=, gt, lt"],
  ['a=!', "unable to parse requirement: found '!', expected: identifier"],
  [
    'a>',
    "unable to parse requirement: values[0]: Invalid value: \"\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    'a<b=c',
    "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  ['(a)', "found '(', expected: !, identifier, or 'end of string'"],
  ['a)', "unable to parse requirement: found ')', expected: in, notin, =, ==, !=, gt, lt"],
  [
    'a=b/c',
    "unable to parse requirement: values[0][a]: Invalid value: \"b/c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ],
  [
    '-a=b',
    "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ],
  [
    'a/b/c=d',
    "unable to parse requirement: <nil>: Invalid value: \"a/b/c\": a valid label key must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')",
  ],
  [
    'A.b/c=d',
    "unable to parse requirement: <nil>: Invalid value: \"A.b/c\": prefix part a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')",
  ],
  [
    'a in (b/c,_x)',
    "unable to parse requirement: [values[0][a]: Invalid value: \"_x\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?'), values[1][a]: Invalid value: \"b/c\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')]",
  ],
  [
    'a>b',
    "unable to parse requirement: values[0]: Invalid value: \"b\": for 'Gt', 'Lt' operators, the value must be an integer",
  ],
  [
    '!-a',
    "unable to parse requirement: <nil>: Invalid value: \"-a\": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')",
  ],
  ['a=b,,c', "found ',', expected: identifier after ','"],
  ['a in (b', "unable to parse requirement: found '', expected: ',' or ')'"],
  [
    'a>-1',
    "unable to parse requirement: values[0][a]: Invalid value: \"-1\": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')",
  ],
  ['a!=b c', "found 'c', expected: ',' or 'end of string'"],
  ['a=b=c', "found '=', expected: ',' or 'end of string'"],
])('%s is refused', (text, message) => {
  expect(() => parseLabelSelector(text)).toThrow(new StatusError(400, 'BadRequest', message));
});

test.each<{ name: string; selector: unknown; isSelected: boolean }>([
  { name: 'a plain map', selector: { app: 'web' }, isSelected: true },
  { name: 'labels', selector: { matchLabels: { app: 'web' } }, isSelected: true },
  { name: 'other labels', selector: { matchLabels: { app: 'db' } }, isSelected: false },
  {
    name: 'In',
    selector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['db', 'web'] }] },
    isSelected: true,
  },
  {
    name: 'NotIn',
    selector: { matchExpressions: [{ key: 'app', operator: 'NotIn', values: ['web'] }] },
    isSelected: false,
  },
  {
    name: 'Exists',
    selector: { matchLabels: { app: 'web' }, matchExpressions: [{ key: 'x', operator: 'Exists' }] },
    isSelected: false,
  },
  {
    name: 'DoesNotExist',
    selector: { matchExpressions: [{ key: 'x', operator: 'DoesNotExist' }] },
    isSelected: true,
  },
  {
    name: 'an unknown operator',
    selector: { matchExpressions: [{ key: 'app', operator: 'Like' }] },
    isSelected: false,
  },
  { name: 'nothing in a selector', selector: {}, isSelected: false },
  { name: 'no selector', selector: undefined, isSelected: false },
])('the selector of an object: $name', ({ selector, isSelected }) => {
  expect(selects(selector, web)).toBe(isSelected);
});
