import { homedir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, workspace } from 'vscode';
import { withStop } from '../cluster/explanation.ts';
import { kubeconfigFiles } from '../cluster/kubeconfig/files.ts';
import { judgeNewFile } from '../cluster/kubeconfig/judge-new-file.ts';
import { readSetting } from '../contributions/read-setting.ts';
import { showInformation, showWarning } from '../prompts/messages.ts';
import { pickFiles } from '../prompts/pick-files.ts';

/** Name a Kubeconfig: files whose contexts the Clusters view shows from then on, by the setting `kubewright.kubeconfigs`. */
export async function nameKubeconfig(): Promise<void> {
  const files = await pickFiles({
    title: 'Kubeconfig files whose contexts are to be shown',
    button: 'Show Contexts',
    folder: join(homedir(), '.kube'),
  });
  for (const file of files) await add(file);
}

async function add(file: string): Promise<void> {
  const named = readSetting('kubeconfigs');
  const judged = await judgeNewFile(file, kubeconfigFiles(named));
  if (judged.is === 'unusable') return showWarning(`${withStop(judged.why)} It was not added.`);
  if (judged.is === 'listed') return showInformation(`The contexts of ${file} are shown already.`);
  await workspace
    .getConfiguration('kubewright')
    .update('kubeconfigs', [...named, file], ConfigurationTarget.Global);
  const [first, ...more] = judged.contexts;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  showInformation(`Added ${file} to kubewright.kubeconfigs: ${first}${others}.`);
}
