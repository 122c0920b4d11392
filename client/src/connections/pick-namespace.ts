import type { Cluster } from '../cluster/cluster.ts';
import type { Log } from '../cluster/log.ts';
import { type Choice, type OpenPick, type PickTexts, pickOrGoBack, type wentBack } from '../prompts/pick.ts';
import { listedNamespaces } from './listed-namespaces.ts';
import { isNamespaceName } from './namespace-name.ts';

/** What can be picked: a namespace, or all of them. */
export type PickedNamespace = { readonly namespace: string } | 'all';

/** What is offered before all others, with what is said of it. */
export interface FirstNamespace {
  readonly name: string;
  readonly why: string;
}

/** How a namespace is asked for. */
export interface PickNamespaceOptions extends PickTexts {
  readonly first: readonly FirstNamespace[];
  readonly all: 'offered' | 'not offered';
  readonly log: Log;
}

/**
 * Lets a person pick a namespace of a cluster, which is asked for them; one that may not be listed can be typed. Undefined when
 * they pick none.
 */
export async function pickNamespace(
  cluster: Cluster,
  { first, all, log, ...texts }: PickNamespaceOptions,
): Promise<PickedNamespace | typeof wentBack | undefined> {
  const reading = new AbortController();
  let listed: readonly string[] | undefined;
  const offer = (open: OpenPick<PickedNamespace>) =>
    open.offer(choicesOf({ first, all, listed, typed: open.typed.trim() }));
  const read = async (open: OpenPick<PickedNamespace>) => {
    try {
      listed = await listedNamespaces(cluster, reading.signal);
      if (reading.signal.aborted) return;
      offer(open);
    } catch (error) {
      // Who may not list namespaces may still use one.
      if (reading.signal.aborted) return;
      log.info('listing namespaces to pick from', error);
      open.setPlaceholder('Namespaces cannot be listed: type the name of one');
    }
    open.setBusy(false);
  };
  const onOpen = (open: OpenPick<PickedNamespace>) => {
    open.setBusy(true);
    offer(open);
    void read(open);
  };
  try {
    return await pickOrGoBack(texts, { onOpen, onDidType: offer });
  } finally {
    reading.abort();
  }
}

function choicesOf({
  first,
  all,
  listed,
  typed,
}: {
  readonly first: readonly FirstNamespace[];
  readonly all: 'offered' | 'not offered';
  readonly listed: readonly string[] | undefined;
  readonly typed: string;
}): Choice<PickedNamespace>[] {
  const everything: Choice<PickedNamespace>[] =
    all === 'offered' ? [{ label: 'All namespaces', value: 'all' }] : [];
  // What is not there is not offered once that is known.
  const known = first.filter(
    ({ name }, index) =>
      (listed?.includes(name) ?? true) && first.findIndex((one) => one.name === name) === index,
  );
  const rows = [
    ...known.map(({ name, why }) => ({ label: name, description: why, value: { namespace: name } })),
    ...(listed ?? [])
      .filter((name) => !known.some((one) => one.name === name))
      .map((name) => ({ label: name, value: { namespace: name } })),
  ];
  const isNew = isNamespaceName(typed) && !rows.some(({ label }) => label === typed);
  if (!isNew) return [...everything, ...rows];
  return [
    ...rows,
    ...everything,
    { label: typed, description: 'the name as typed', value: { namespace: typed } },
  ];
}
