import { parentFolder } from './config-key.ts';
import { withPattern } from './wording.ts';

/** What keeps a text from being the name of an environment variable, in the API server's words. */
export function environmentName(text: string): string[] {
  const problems: string[] = [];
  if (text === '') problems.push('environment variable name must be non-empty');
  if (!/^[ -<>-~]*$/.test(text)) {
    problems.push(
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
    );
  }
  return problems;
}

/** Like `environmentName` with the narrower alphabet that was asked for before Kubernetes 1.34. */
export function strictEnvironmentName(text: string): string[] {
  const problems = /^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(text) ? [] : [form];
  return [...problems, ...parentFolder(text)];
}

const form = withPattern(
  "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit",
  '[-._a-zA-Z][-._a-zA-Z0-9]*',
  'my.env-name',
  'MY_ENV.NAME',
  'MyEnvName1',
);
