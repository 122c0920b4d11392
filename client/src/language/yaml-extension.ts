import { Disposable, type Extension, extensions, type TextDocument, Uri, workspace } from 'vscode';
import { isKustomizationFile } from '../../../server/src/manifest/kustomization-paths.ts';
import type { Log } from '../cluster/log.ts';
import { holdsManifest } from './holds-manifest.ts';

const id = 'redhat.vscode-yaml';
/** Names the contributor, and is the scheme of its schemas' addresses, by which the extension finds it again. */
const contributor = 'kubewright';

/** What Red Hat's YAML extension gives other extensions, as far as it is used here. */
interface YamlExtensionApi {
  /**
   * Who says which schema a document has, before the extension looks for one itself, and what stands in that schema.
   * False where the name is taken.
   */
  registerContributor?(
    name: string,
    requestSchema: (resource: string) => string | undefined,
    requestSchemaContent: (schema: string) => string,
  ): boolean;
}

/**
 * Where Red Hat's YAML extension is installed too, VS Code asks both what may be typed and shows what both answer. So it is
 * told that manifests and kustomizations have a schema that says nothing; all other YAML stays its own, and so does what
 * needs no schema. It may be installed at any time; it is started with the first YAML document, as by itself.
 */
export function leaveManifestsToKubewright(log: Log): Disposable {
  const told = new WeakSet<object>();
  const look = () => {
    const extension = extensions.getExtension<YamlExtensionApi | undefined>(id);
    if (!extension || !workspace.textDocuments.some(isYaml)) return;
    tell(extension, told).catch((error) => log.error("telling Red Hat's YAML extension", error));
  };
  look();
  return Disposable.from(
    extensions.onDidChange(look),
    workspace.onDidOpenTextDocument((document) => {
      if (isYaml(document)) look();
    }),
  );
}

async function tell(
  extension: Extension<YamlExtensionApi | undefined>,
  told: WeakSet<object>,
): Promise<void> {
  const api = await extension.activate();
  if (!api?.registerContributor || told.has(api)) return;
  told.add(api);
  api.registerContributor(contributor, schemaOf, () => '{}');
}

function schemaOf(resource: string): string | undefined {
  if (isKustomizationFile(resource)) return `${contributor}://schema/kustomization`;
  const uri = Uri.parse(resource).toString();
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri);
  return document && holdsManifest(document.getText()) ? `${contributor}://schema/manifest` : undefined;
}

function isYaml({ languageId }: TextDocument): boolean {
  return languageId === 'yaml';
}
