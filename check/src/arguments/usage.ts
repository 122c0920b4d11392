import { kubernetesVersions, newestKubernetesVersion } from '../../../server/src/catalog/catalog.ts';
import { severities } from '../severities.ts';
import { outputs } from './options.ts';

/** What `--help` prints. */
export const usage = `usage: kubewright check [FLAGS] PATH...

Checks Kubernetes manifests as the editor does: kinds, fields, values, and what
the API server refuses beyond them. Contacts no cluster.

  PATH                    a file, a folder with all manifests below it, or - for
                          standard input

What is printed:
  --output FORM           ${listed(outputs)}; text when left out
  --show SEVERITY         the least severity that is told; all when left out
  --fail-on SEVERITY      the least severity that gives exit code 1, or never;
                          error when left out
  --severity CODE=S       gives a code another severity: ${severities.slice(0, 2).join(', ')},
                          ${severities.slice(2).join(', ')} or off; may be repeated
  --ignore CODE[,CODE]    leaves these codes out; may be repeated
  --rule-page URL         where SARIF says that codes are explained, with CODE
                          in it

What is judged by:
  --kubernetes-version V  ${listed(kubernetesVersions)}; ${newestKubernetesVersion} when left out
  --schemas PATH          a file or folder of CustomResourceDefinitions whose
                          kinds are known, or - for standard input; may be
                          repeated
  --workspace FOLDER      the folder whose definitions and kustomizations count,
                          too; the Git repository of each PATH when left out
  --placeholder REGEX     what a tool of yours fills in later, so that it may be
                          anything; may be repeated
  --stdin-name PATH       the file that standard input stands for

  --hook                  for hooks that add the paths of all files: behind the
                          first path every word is one, whatever it is called,
                          and what is no YAML and no object is left alone
  --threads N             how many threads check; as many as are worth it when
                          left out
  --help, --version       print this, or the version

Of a folder, files count that end in .yaml, .yml or .json, and those named
Kustomization; not what .gitignore leaves out, links, and what is in folders
whose name starts with a dot or is node_modules, bower_components or vendor.
A comment # kubewright-ignore CODE leaves a problem out.

Exit code: 0 nothing is wrong; 1 there are problems (--fail-on); 2 the command
line makes no sense, a path could not be read, or one of --schemas has no
CustomResourceDefinition.`;

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
