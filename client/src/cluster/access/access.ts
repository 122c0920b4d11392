import type { Transport } from '../http/transport.ts';
import { untilAborted } from '../http/until-aborted.ts';
import { type AccessQuestion, isAllowed } from './questions.ts';
import { type RulesOfNamespace, reviewAccess, reviewRules } from './reviews.ts';

/** For how many milliseconds an answer is believed. */
export const believedFor = 60_000;

/** Asks a cluster what its user may do. */
export interface Access {
  /**
   * Whether each of these is allowed in a namespace, or, where it is undefined, in all of them and of what has none. Of one
   * namespace, and of some objects of what has none, one request answers all, and one more each what the server's list may
   * lack where it says so. An answer is believed for a minute, and concurrent questions share it. Rejects with a
   * `ClusterError`.
   */
  mayI(
    namespace: string | undefined,
    questions: readonly AccessQuestion[],
    signal?: AbortSignal,
  ): Promise<boolean[]>;
  /** Something was forbidden: what was answered before may hold no more. */
  forget(): void;
}

const anyNamespace = 'default';

/** The access of a cluster's user. */
export function createAccess(transport: Transport): Access {
  const rules = new Map<string, Promise<RulesOfNamespace>>();
  const answers = new Map<string, Promise<boolean>>();

  const remembered = <Answer>(
    known: Map<string, Promise<Answer>>,
    key: string,
    read: () => Promise<Answer>,
  ): Promise<Answer> => {
    const before = known.get(key);
    if (before) return before;
    const asked = read();
    known.set(key, asked);
    const drop = () => {
      if (known.get(key) === asked) known.delete(key);
    };
    // A failure is not remembered.
    asked.then(() => transport.clock.after(believedFor, drop), drop);
    return asked;
  };

  const answer = (namespace: string | undefined, question: AccessQuestion) => {
    const { verb, resource, subresource, name } = question;
    const key = JSON.stringify([namespace, verb, resource.group, resource.plural, subresource, name]);
    return remembered(answers, key, () => reviewAccess(transport, namespace, question));
  };

  const inNamespace = async (namespace: string, questions: readonly AccessQuestion[]) => {
    const own = await remembered(rules, namespace, () => reviewRules(transport, namespace));
    return await Promise.all(
      questions.map((question) => {
        if (isAllowed(own.rules, question)) return true;
        return own.completeness === 'complete' ? false : answer(namespace, question);
      }),
    );
  };

  /** The rules that hold everywhere are among those of any namespace, in one answer, and say which objects they are about. */
  const everywhere = async (question: AccessQuestion) => {
    if (question.objects !== 'some') return await answer(undefined, question);
    const own = await remembered(rules, anyNamespace, () => reviewRules(transport, anyNamespace));
    if (isAllowed(own.rules, question)) return true;
    return own.completeness === 'complete' ? false : await answer(undefined, question);
  };

  return {
    async mayI(namespace, questions, signal) {
      const all =
        namespace === undefined ? Promise.all(questions.map(everywhere)) : inNamespace(namespace, questions);
      return await untilAborted(all, signal);
    },
    forget() {
      rules.clear();
      answers.clear();
    },
  };
}
