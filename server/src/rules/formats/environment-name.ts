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
