import type { ObjectReference } from '../cluster/kube-object.ts';

/** The objects of a context, as a command of kubectl finds them. */
export interface KubectlPlace {
  readonly context: string;
  /** Where kubectl would not read it by itself. */
  readonly kubeconfig: string | undefined;
}

/** An object as kubectl names it (`-o name`) and takes it: `pod/web`, `deployment.apps/web`. */
export function nameWithKind({ resource, name }: ObjectReference): string {
  const { singular, kind, group } = resource;
  const one = singular === '' ? kind.toLowerCase() : singular;
  return `${group === '' ? one : `${one}.${group}`}/${name}`;
}

/** The command by which kubectl prints objects as YAML, for a shell of POSIX: one for each namespace, joined by `&&`. */
export function kubectlCommand(
  objects: readonly { readonly place: KubectlPlace; readonly reference: ObjectReference }[],
): string {
  const commands = new Map<string, string[]>();
  for (const { place, reference } of objects) {
    const { context, kubeconfig } = place;
    const { namespace } = reference;
    const begin = [
      'kubectl',
      ...(kubeconfig === undefined ? [] : ['--kubeconfig', inShell(kubeconfig)]),
      '--context',
      inShell(context),
      ...(namespace === undefined ? [] : ['-n', inShell(namespace)]),
      'get',
    ].join(' ');
    const names = commands.get(begin) ?? [];
    names.push(inShell(nameWithKind(reference)));
    commands.set(begin, names);
  }
  return [...commands].map(([begin, names]) => `${begin} ${names.join(' ')} -o yaml`).join(' && ');
}

/** A word as a shell of POSIX takes it: as it stands where nothing in it means anything there, else in quotes. */
function inShell(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
