import type { Diagnostic } from 'vscode-languageserver';
import { type CheckTextParams, checkTextMethod } from '../../../server/src/protocol.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import type { JudgeOffline } from '../manifests/offline.ts';
import type { LanguageService } from './language-service.ts';

const errorSeverity = 1;

/** Has the language server judge what no cluster can judge yet: one judge for what is typed and what is applied. */
export function offlineJudge(language: Pick<LanguageService, 'request'>): JudgeOffline {
  return async ({ source, text, definitions, serverVersion }) => {
    const params: CheckTextParams = {
      uri: source,
      text,
      with: definitions.map((definition) => ({ uri: definition.source, text: definition.text })),
      kubernetesVersion: serverVersion,
    };
    const diagnostics = await language.request<Diagnostic[]>(checkTextMethod, params);
    const lines = new LineIndex(text);
    return diagnostics
      .filter(({ severity }) => severity === errorSeverity)
      .map(({ range, message }) => ({
        span: { start: lines.offsetAt(range.start), end: lines.offsetAt(range.end) },
        line: range.start.line + 1,
        message: typeof message === 'string' ? message : message.value,
      }));
  };
}
