import { captured, type Grammar, own, type Pattern } from './grammar.ts';
import { builtinFunctions, helmFunctions, helmObjects, sprigFunctions } from './template-functions.ts';

const scope = 'source.gotmpl';

/** The scope of everything between `{{` and `}}`. Themes take `meta.embedded` for code, whatever is around it. */
export const actionScope = 'meta.embedded.inline.gotmpl';

/**
 * One action without its blanks at the ends, as part of another expression: strings in it may hold `}}`. Atomic: what it
 * has taken it never gives back, so that no text makes it slow.
 */
export const wholeAction = String.raw`(?>\{\{(?>[^}"'\x60\r\n]++|"(?>[^"\\\r\n]++|\\.)*+"|'(?>[^'\\\r\n]++|\\.)*+'|\x60[^\x60\r\n]*+\x60|\}(?!\}))*+\}\})`;

/** The language of Go's text/template with Sprig's and Helm's functions: actions in a text of whatever kind. */
export function goTemplateGrammar(): Grammar {
  return { name: 'Go Template', scopeName: scope, patterns: own('action'), repository: actionRules() };
}

/** A reference to the rule of an action, from another grammar. */
export const action: Pattern = { include: `${scope}#action` };

/** The end of a comment, at the begin of a line: what the comment stands in goes on after it, whatever its margin. */
export const commentEnd = String.raw`\*/[ \t]*+-?\}\}`;

/** A line that YAML may have and no action: where an action is left open, it ends before one. */
const lineOfYaml = String.raw`^(?=[ \t]*+(?:-[ \t]++)*+[A-Za-z_][\w./-]*+:(?:[ \t]|$))`;

function actionRules(): Record<string, Pattern> {
  return {
    action: { patterns: own('comment', 'code') },
    comment: {
      name: `${actionScope} comment.block.gotmpl`,
      begin: String.raw`(\{\{)(-(?=\s))?\s*+(/\*)`,
      // YAML's own block scalars take the star of a line that is less deep than they are for a mistake.
      end: String.raw`(\*/|\G(?<=\*)/)\s*+(-)?(\}\})`,
      beginCaptures: captured(
        'punctuation.section.embedded.begin.gotmpl',
        'punctuation.section.embedded.trim.gotmpl',
        'punctuation.definition.comment.begin.gotmpl',
      ),
      endCaptures: captured(
        'punctuation.definition.comment.end.gotmpl',
        'punctuation.section.embedded.trim.gotmpl',
        'punctuation.section.embedded.end.gotmpl',
      ),
    },
    code: {
      name: actionScope,
      begin: String.raw`(\{\{)(-(?=\s))?`,
      end: String.raw`((?<=\s)-)?(\}\})|(?=\{\{)|${lineOfYaml}`,
      beginCaptures: captured(
        'punctuation.section.embedded.begin.gotmpl',
        'punctuation.section.embedded.trim.gotmpl',
      ),
      endCaptures: captured(
        'punctuation.section.embedded.trim.gotmpl',
        'punctuation.section.embedded.end.gotmpl',
      ),
      patterns: own(
        'double-quoted',
        'raw',
        'character',
        'definition',
        'keyword',
        'constant',
        'variable',
        'field',
        'number',
        'function',
        'operator',
      ),
    },
    'double-quoted': {
      name: 'string.quoted.double.gotmpl',
      begin: '"',
      end: '"|$',
      beginCaptures: { 0: { name: 'punctuation.definition.string.begin.gotmpl' } },
      endCaptures: { 0: { name: 'punctuation.definition.string.end.gotmpl' } },
      patterns: own('format', 'escape'),
    },
    raw: {
      name: 'string.quoted.other.raw.gotmpl',
      begin: '`',
      end: '`',
      beginCaptures: { 0: { name: 'punctuation.definition.string.begin.gotmpl' } },
      endCaptures: { 0: { name: 'punctuation.definition.string.end.gotmpl' } },
      patterns: own('format'),
    },
    character: {
      name: 'string.quoted.single.gotmpl',
      match: String.raw`(')((?>[^'\\\r\n]|\\(?>[0-7]{3}|x\h{2}|u\h{4}|U\h{8}|.)))(')`,
      captures: {
        1: { name: 'punctuation.definition.string.begin.gotmpl' },
        2: { patterns: own('escape') },
        3: { name: 'punctuation.definition.string.end.gotmpl' },
      },
    },
    escape: {
      patterns: [
        {
          name: 'constant.character.escape.gotmpl',
          match: String.raw`\\(?>[0-7]{3}|x\h{2}|u\h{4}|U\h{8}|[abfnrtv\\"'])`,
        },
        { name: 'invalid.illegal.escape.gotmpl', match: String.raw`\\.` },
      ],
    },
    format: {
      name: 'constant.other.placeholder.gotmpl',
      match: String.raw`%(?>[-+# 0]*+(?>\d++|\*)?+(?>\.(?>\d++|\*)?+)?+[vTtbcdoOqxXUeEfFgGspw]|%)`,
    },
    definition: {
      match: String.raw`(?<![\w.$])(define|template|block)\s++("(?>[^"\\]++|\\.)*+"|\x60[^\x60]*+\x60)`,
      captures: captured(
        'keyword.control.gotmpl',
        'string.quoted.gotmpl entity.name.function.template.gotmpl',
      ),
    },
    keyword: {
      name: 'keyword.control.gotmpl',
      match: String.raw`(?<![\w.$])(?:if|else|end|range|with|define|template|block|break|continue)(?!\w)`,
    },
    constant: {
      name: 'constant.language.gotmpl',
      match: String.raw`(?<![\w.$])(?:true|false|nil)(?!\w)`,
    },
    variable: {
      name: 'variable.other.readwrite.gotmpl',
      match: String.raw`(\$)\w*+`,
      captures: captured('punctuation.definition.variable.gotmpl'),
    },
    field: {
      patterns: [
        {
          match: String.raw`(?<![\w)])(\.)(${helmObjects.join('|')})(?!\w)`,
          captures: captured('punctuation.accessor.gotmpl', 'variable.language.object.gotmpl'),
        },
        {
          match: String.raw`(?<=\$)(\.)(${helmObjects.join('|')})(?!\w)`,
          captures: captured('punctuation.accessor.gotmpl', 'variable.language.object.gotmpl'),
        },
        {
          match: String.raw`(\.)([\p{L}_]\w*+)`,
          captures: captured('punctuation.accessor.gotmpl', 'variable.other.property.gotmpl'),
        },
        { name: 'variable.language.dot.gotmpl', match: String.raw`(?<![\w.])\.(?![\w.])` },
      ],
    },
    number: {
      name: 'constant.numeric.gotmpl',
      match: String.raw`(?<![\w.$])[-+]?(?>0[xX][\h_]++(?>\.[\h_]*+)?+(?>[pP][-+]?+\d++)?+|0[bB][01_]++|0[oO][0-7_]++|(?>\d[\d_]*+(?>\.[\d_]*+)?+|\.\d[\d_]*+)(?>[eE][-+]?+\d++)?+)i?+(?!\w)`,
    },
    function: {
      patterns: [
        functions('support.function.builtin.gotmpl', builtinFunctions),
        functions('support.function.gotmpl', [...new Set([...helmFunctions, ...sprigFunctions])].sort()),
      ],
    },
    operator: {
      patterns: [
        { name: 'keyword.operator.assignment.gotmpl', match: ':=|=' },
        { name: 'keyword.operator.pipe.gotmpl', match: String.raw`\|` },
        { name: 'punctuation.separator.gotmpl', match: ',' },
        { name: 'punctuation.parenthesis.begin.gotmpl', match: String.raw`\(` },
        { name: 'punctuation.parenthesis.end.gotmpl', match: String.raw`\)` },
      ],
    },
  };
}

function functions(name: string, names: readonly string[]): Pattern {
  return { name, match: String.raw`(?<![\w.$])(?:${names.join('|')})(?!\w)` };
}
