import type { CheckTextParams } from '../../../server/src/protocol.ts';
import { LineIndex } from '../../../server/src/yaml/lines.ts';
import type { OfflineFault } from '../journal/offline-fault.ts';
import type { LanguageService } from './language-service.ts';

/** A file or editor and what is written in it. */
export interface SourceText {
  /** A URI or a path: callers choose. */
  readonly source: string;
  readonly text: string;
}

/** What is to be judged without a server, and in which world. */
export interface OfflineQuestion extends SourceText {
  /** Texts whose CustomResourceDefinitions count. */
  readonly definitions: readonly SourceText[];
  /** The server that it is for: `v1.35.4`. */
  readonly serverVersion: string;
}

/** Judges a whole text as the editor does; gives its errors. Rejects when there is nothing that could judge. */
export type JudgeOffline = (question: OfflineQuestion) => Promise<readonly OfflineFault[]>;

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
    const diagnostics = await language.request('kubewright/checkText', params);
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
