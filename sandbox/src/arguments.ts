import {
  type KubernetesVersion,
  kubernetesVersions,
  newestKubernetesVersion,
} from '../../server/src/catalog/catalog.ts';

/** How the sandbox is to run. */
export interface Arguments {
  readonly kubeconfig: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly content: 'samples' | 'empty';
  readonly kubernetesVersion: KubernetesVersion;
  readonly serviceAccountAdmission: 'on' | 'off';
  /** The process with whose end the sandbox ends; its parent when left out. */
  readonly parent: number | undefined;
  /** How many writes of one resource can be read back; undefined for as many as the sandbox keeps by itself. */
  readonly history: number | undefined;
}

export const usage = `usage: sandbox --kubeconfig FILE [--port N] [--empty] [--samples] [--kubernetes-version ${kubernetesVersions.join('|')}] [--service-account-admission] [--history N] [--parent-pid N]

  --kubeconfig FILE       where to write the kubeconfig with which to reach the sandbox; removed when it ends, with the folders made for it
  --port N                the port on 127.0.0.1; a free one when left out, or 0
  --empty                 start with what every cluster has, and one node (this is the default)
  --samples               start with some objects to look at
  --kubernetes-version V  the API to serve; ${newestKubernetesVersion} when left out
  --service-account-admission  give new Pods a service account, and mount its token
  --history N             how many writes of one resource watches and pages may be behind; 4096 when left out
  --parent-pid N          end when this process ends, instead of when the parent does`;

/** Reads the command line. Gives an explanation in one line where it makes no sense. */
export function parseArguments(words: readonly string[]): Arguments | { problem: string } {
  let kubeconfig: string | undefined;
  let port = 0;
  let content: Arguments['content'] | undefined;
  let kubernetesVersion: KubernetesVersion = newestKubernetesVersion;
  let serviceAccountAdmission: Arguments['serviceAccountAdmission'] = 'off';
  let parent: number | undefined;
  let history: number | undefined;
  for (let index = 0; index < words.length; index++) {
    const word = words[index]!;
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const flag = equals < 0 ? word : word.slice(0, equals);
    const written = equals < 0 ? undefined : word.slice(equals + 1);
    if (flag === '--empty' || flag === '--samples') {
      if (written !== undefined) return { problem: `${flag} takes no value` };
      const wanted = flag === '--empty' ? 'empty' : 'samples';
      if (content !== undefined && content !== wanted)
        return { problem: '--empty and --samples exclude each other' };
      content = wanted;
      continue;
    }
    if (flag === '--service-account-admission') {
      if (written !== undefined) return { problem: `${flag} takes no value` };
      serviceAccountAdmission = 'on';
      continue;
    }
    if (!valueFlags.has(flag)) return { problem: `unknown argument ${JSON.stringify(word)}` };
    const value = written ?? words[++index];
    if (value === undefined || value === '') return { problem: `${flag} needs a value` };
    if (flag === '--kubeconfig') kubeconfig = value;
    if (flag === '--port') {
      port = wholeNumber(value);
      if (!(port <= 65_535))
        return { problem: `--port takes a number from 0 to 65535, not ${JSON.stringify(value)}` };
    }
    if (flag === '--history') {
      history = wholeNumber(value);
      if (!(history > 0 && history <= 1_000_000))
        return { problem: `--history takes a number from 1 to 1000000, not ${JSON.stringify(value)}` };
    }
    if (flag === '--parent-pid') {
      parent = wholeNumber(value);
      if (!(parent > 0))
        return { problem: `--parent-pid takes the number of a process, not ${JSON.stringify(value)}` };
    }
    if (flag === '--kubernetes-version') {
      const known = kubernetesVersions.find((version) => version === value);
      if (!known) {
        return {
          problem: `--kubernetes-version takes ${kubernetesVersions.join(', ')}, not ${JSON.stringify(value)}`,
        };
      }
      kubernetesVersion = known;
    }
  }
  if (kubeconfig === undefined) return { problem: '--kubeconfig FILE is missing' };
  return {
    kubeconfig,
    port,
    content: content ?? 'empty',
    kubernetesVersion,
    serviceAccountAdmission,
    parent,
    history,
  };
}

const valueFlags = new Set(['--kubeconfig', '--port', '--kubernetes-version', '--history', '--parent-pid']);

function wholeNumber(text: string): number {
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
}
