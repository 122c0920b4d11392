import { action, wholeAction } from './go-template.ts';
import { captured, type Pattern } from './grammar.ts';

/**
 * What grammars of whole files ask only at the begin of a line, once more for text that begins behind a margin, by the name
 * of the embedded language.
 */
export const lineRules: Readonly<Record<string, readonly Pattern[]>> = {
  dockerfile: [
    { name: 'comment.line.number-sign.dockerfile', match: String.raw`\G[ \t]*+#.*$` },
    {
      match: String.raw`\G[ \t]*+(?:(?i:(ONBUILD))[ \t]++)?(?i:(ADD|ARG|CMD|COPY|ENTRYPOINT|ENV|EXPOSE|FROM|HEALTHCHECK|LABEL|MAINTAINER|RUN|SHELL|STOPSIGNAL|USER|VOLUME|WORKDIR))(?=\s)`,
      captures: captured('keyword.control.dockerfile', 'keyword.other.special-method.dockerfile'),
    },
    { name: 'keyword.other.special-method.dockerfile', match: String.raw`(?<=[ \t])(?i:AS)(?=[ \t])` },
  ],
  makefile: [
    { name: 'comment.line.number-sign.makefile', match: String.raw`\G[ ]*+#.*$` },
    {
      match: String.raw`\G[ ]*+([\w./%$(){}-]++(?:[ ]++[\w./%$(){}-]++)*+)[ ]*+(::?)(?!=)`,
      captures: captured('entity.name.function.target.makefile', 'punctuation.separator.key-value.makefile'),
    },
    {
      match: String.raw`\G[ ]*+(?:(export|override)[ ]++)?([\w.-]++)[ ]*+([:+?!]?=)`,
      captures: captured(
        'keyword.control.makefile',
        'variable.other.makefile',
        'punctuation.separator.key-value.makefile',
      ),
    },
    {
      match: String.raw`\G[ ]*+(-?include|ifeq|ifneq|ifdef|ifndef|else|endif|define|endef|export|vpath)(?=\s|$)`,
      captures: captured('keyword.control.makefile'),
    },
  ],
  diff: [
    { name: 'markup.inserted.diff', match: String.raw`\G[ ]?\+.*$` },
    { name: 'markup.deleted.diff', match: String.raw`\G[ ]?-.*$` },
    { name: 'meta.diff.range.unified', match: String.raw`\G[ ]?@@.*$` },
  ],
  shell: [
    {
      // Its end stands at the margin, which is no line's begin.
      contentName: 'string.unquoted.heredoc.shell',
      begin: String.raw`(?<!<)(<<-?)[ \t]*+(["'\\]?)([A-Za-z_]\w*+)["']?([^<\r\n]*+(?:<(?!<)[^<\r\n]*+)*+)`,
      end: String.raw`\G[ \t]*+(\3)(?=[\s;&)]|$)`,
      beginCaptures: {
        1: { name: 'keyword.operator.heredoc.shell' },
        2: { name: 'punctuation.definition.string.heredoc.quote.shell' },
        3: { name: 'punctuation.definition.string.heredoc.delimiter.shell' },
        4: { patterns: [{ include: 'source.shell' }] },
      },
      endCaptures: captured('punctuation.definition.string.heredoc.delimiter.shell'),
    },
  ],
};

/** A command at the begin of a script's line, in whatever structure of the shell it stands. */
export const shellStatement = statementAt(String.raw`\G[ \t]*+`);

/** A command at a place that comes before any text of it. */
export function statementAt(place: string): Pattern {
  return {
    name: 'meta.statement.shell',
    begin: String.raw`${place}(?![\s#{}()!&|;<>\[]|(?:${[
      ...[
        'if',
        'then',
        'else',
        'elif',
        'fi',
        'for',
        'foreach',
        'while',
        'until',
        'do',
        'done',
        'case',
        'esac',
        'in',
      ],
      ...['end', 'function', 'repeat', 'select', 'coproc', 'time'],
    ].join('|')})(?:\W|$)|[^\s();&|]++\))`,
    end: String.raw`(?=[;|&)\x60{}\]]|$|[ \t]#)(?<!\\)`,
    patterns: [{ include: 'source.shell#typical_statements' }],
  };
}

/** A command that an action prints, at the begin of a script's line, with its options. */
export const printedStatement: Pattern = {
  name: 'meta.statement.shell',
  begin: String.raw`\G[ \t]*+(${wholeAction})(?=[ \t]++-)`,
  end: String.raw`(?=[;|&)\x60]|$|[ \t]#)(?<!\\)`,
  beginCaptures: { 1: { patterns: [action] } },
  patterns: [{ include: 'source.shell#option' }, { include: 'source.shell#argument' }],
};
