import { action, actionScope } from './go-template.ts';
import type { Grammar } from './grammar.ts';
import { lineRules, printedStatement, shellStatement } from './line-rules.ts';
import { argumentRules } from './scripts.ts';
import { blocksScope } from './yaml-blocks.ts';
import { linesScope } from './yaml-lines.ts';

/**
 * What YAML gets where it has its own structure: an action begins lines that are read one by one, up to where the value
 * or the map around it ends.
 */
export function structureInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: structure',
    scopeName: 'gotmpl.structure.injection',
    injectionSelector: `L:meta.document.yaml - string - comment - meta.flow - meta.scalar - meta.embedded - ${linesScope}`,
    patterns: [
      { include: 'source.gotmpl.yaml#lines-of-mapping' },
      { include: 'source.gotmpl.yaml#command-in-mapping' },
      { include: 'source.gotmpl.yaml#cel-in-mapping' },
    ],
  };
}

/** The maps and lists of YAML's own, from a document's begin on, as actions over several lines can stand in them. */
export function blockInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: maps and lists',
    scopeName: 'gotmpl.blocks.injection',
    injectionSelector: `L:meta.document.yaml - ${blocksScope} - ${linesScope}`,
    patterns: [{ include: 'source.gotmpl.yaml#blocks' }],
  };
}

/** What stands in block scalars of YAML, by their keys and first lines. */
export function blockScalarInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: block scalars',
    scopeName: 'gotmpl.block-scalars.injection',
    injectionSelector: 'L:meta.scalar.yaml - string - comment - meta.embedded',
    patterns: [{ include: 'source.gotmpl.yaml#block-scalar-contents' }],
  };
}

/** The here-documents of scripts in block scalars, in whatever of the shell's own structure they stand. */
export function heredocInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: here-documents',
    scopeName: 'gotmpl.heredocs.injection',
    injectionSelector: `L:meta.embedded.block.shell - string - comment - ${actionScope}`,
    patterns: lineRules.shell ?? [],
  };
}

/** The commands of scripts in block scalars. */
export function statementInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: commands of scripts',
    scopeName: 'gotmpl.statements.injection',
    injectionSelector: `L:meta.embedded.block.shell - string - comment - ${actionScope} - meta.statement.shell`,
    patterns: [shellStatement, printedStatement],
  };
}

/** Actions everywhere else in YAML: in scalars of every kind, in keys, in what is embedded. */
export function actionInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: actions',
    scopeName: 'gotmpl.actions.injection',
    injectionSelector: `L:meta.document.yaml - comment - ${actionScope}`,
    patterns: [action],
  };
}

/** The scripts in one line of a list in brackets. */
export function argumentInjection(): Grammar {
  return {
    name: 'Kubernetes in YAML: scripts in lists',
    scopeName: 'gotmpl.arguments.injection',
    injectionSelector: 'L:meta.flow.sequence.yaml - string - comment - meta.embedded',
    patterns: argumentRules(),
  };
}
