/** A way in which tools write what they fill in later. */
export interface Notation {
  /** Whose it is. */
  readonly usedBy: string;
  /** Matches one. Takes time in the length of the text at most, wherever it is tried. */
  readonly pattern: RegExp;
  /** `structure`: YAML reads it as something else where it is not in quotes. `text`: to YAML it is text like any other. */
  readonly is: 'structure' | 'text';
}

/** Every notation that is known without a setting. None of them can be a part of a name, a label, a number or a port. */
export const notations: readonly Notation[] = [
  {
    usedBy: 'Go templates, Jinja, Mustache, Ansible, Backstage',
    pattern: /\{\{\{[^{}\n]*\}\}\}|\$?\{\{(?:[^{}\n]|\}(?!\})|\{(?!\{))*\}\}/,
    is: 'structure',
  },
  {
    usedBy: 'Jinja, Liquid, Twig',
    pattern: /\{%(?:[^%{\n]|%(?!\})|\{(?!%))*%\}|\{#(?:[^#{\n]|#(?!\})|\{(?!#))*#\}/,
    is: 'structure',
  },
  {
    usedBy: 'ERB, EJS',
    pattern: /<%(?:[^%<\n]|%(?!>)|<(?!%))*%>/,
    is: 'structure',
  },
  {
    usedBy: 'Levant, Copier, Go templates with other delimiters',
    pattern: /\[\[[ .][^[\]\n]*\]\]/,
    is: 'structure',
  },
  {
    usedBy: 'ytt, in comments',
    pattern: /#@(?= |[a-z]+\/)[^\r\n]*/,
    is: 'structure',
  },
  {
    usedBy: 'envsubst, Flux, OpenShift, Maven, shells',
    pattern: /\$\{(?:[^{}\n]|\{[^{}\n]*\})*\}/,
    is: 'text',
  },
  {
    usedBy: 'kustomize, Tekton, Azure Pipelines, make',
    pattern: /\$\([A-Za-z_][^()\n]*\)/,
    is: 'text',
  },
  { usedBy: 'envsubst, shells; in capitals', pattern: /\$[A-Z_][A-Z0-9_]+/, is: 'text' },
  {
    usedBy: 'documentation',
    pattern: /(?<!\?|\?P)<[A-Za-z_+][\w .:/+|-]*>/,
    is: 'text',
  },
  {
    usedBy: 'autoconf, CMake, Maven',
    pattern: /@@?[A-Za-z_][\w.-]*@@?/,
    is: 'text',
  },
  {
    usedBy: 'scripts with sed',
    pattern: /__[A-Za-z](?:[A-Za-z0-9]|[_-](?!_))*__/,
    is: 'text',
  },
  { usedBy: 'scripts; in capitals', pattern: /%[A-Z][A-Z0-9_]*%/, is: 'text' },
  {
    usedBy: 'Octopus, Azure Pipelines, Ruby',
    pattern: /#\{[^{}\n]*\}#?/,
    is: 'text',
  },
  {
    usedBy: 'Concourse, BOSH',
    pattern: /\(\([A-Za-z_][\w./:-]*\)\)/,
    is: 'text',
  },
];
