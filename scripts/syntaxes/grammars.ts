import { celGrammar } from './cel.ts';
import { goTemplateGrammar } from './go-template.ts';
import type { Grammar } from './grammar.ts';
import {
  actionInjection,
  argumentInjection,
  blockInjection,
  blockScalarInjection,
  heredocInjection,
  statementInjection,
  structureInjection,
} from './injections.ts';
import { settingsGrammar } from './settings.ts';
import { codeGrammar, markdownGrammar } from './small-grammars.ts';
import { yamlTemplateGrammar } from './yaml-lines.ts';

/** A grammar of `syntaxes/`, and how package.json names it. */
export interface GrammarFile {
  readonly file: string;
  readonly grammar: Grammar;
  readonly languages?: readonly string[];
  readonly injectTo?: readonly string[];
}

/** Every grammar of the extension. Of two that are injected at one place the first counts. */
export function grammarFiles(): readonly GrammarFile[] {
  return [
    { file: 'cel', grammar: celGrammar(), languages: ['cel'] },
    { file: 'settings', grammar: settingsGrammar() },
    { file: 'code', grammar: codeGrammar() },
    { file: 'markdown', grammar: markdownGrammar() },
    { file: 'gotmpl', grammar: goTemplateGrammar() },
    { file: 'gotmpl-yaml', grammar: yamlTemplateGrammar(), languages: ['gotmpl-yaml', 'helm'] },
    { file: 'structure.injection', grammar: structureInjection(), injectTo: ['source.yaml'] },
    { file: 'blocks.injection', grammar: blockInjection(), injectTo: ['source.yaml'] },
    { file: 'block-scalars.injection', grammar: blockScalarInjection(), injectTo: ['source.yaml'] },
    {
      file: 'heredocs.injection',
      grammar: heredocInjection(),
      injectTo: ['source.yaml', 'source.gotmpl.yaml'],
    },
    {
      file: 'statements.injection',
      grammar: statementInjection(),
      injectTo: ['source.yaml', 'source.gotmpl.yaml'],
    },
    {
      file: 'arguments.injection',
      grammar: argumentInjection(),
      injectTo: ['source.yaml', 'source.gotmpl.yaml'],
    },
    { file: 'actions.injection', grammar: actionInjection(), injectTo: ['source.yaml'] },
  ];
}

/**
 * What package.json says of the grammars: `contributes.grammars`. It does not say which scopes are which language: VS Code
 * would then take the other language's settings and snippets there, and offer words of the file in a script that is typed
 * into a ConfigMap, whatever is set for YAML.
 */
export function grammarContributions(): readonly object[] {
  return grammarFiles().flatMap(({ file, grammar, languages, injectTo }) => {
    const contribution = {
      scopeName: grammar.scopeName,
      path: pathOf(file),
      ...(injectTo && { injectTo }),
    };
    return languages?.map((language) => ({ language, ...contribution })) ?? [contribution];
  });
}

/** Where a grammar's file is, from package.json. */
export function pathOf(file: string): string {
  return `./syntaxes/${file}.tmLanguage.json`;
}
