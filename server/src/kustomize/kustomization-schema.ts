import type { OpenApiSchema } from '../catalog/openapi.ts';

/** The names of the definitions that `kustomizeDefinitions` has for its two kinds. */
export const kustomizationDefinition = 'kustomize.Kustomization';
export const componentDefinition = 'kustomize.Component';
/** The name of the definition of a JSON patch. */
export const jsonPatchDefinition = 'kustomize.JsonPatch';

const text = (description: string, more: OpenApiSchema = {}): OpenApiSchema => ({
  type: 'string',
  description,
  ...more,
});
const flag = (description: string): OpenApiSchema => ({ type: 'boolean', description });
const texts = (description: string): OpenApiSchema => ({
  type: 'array',
  description,
  items: { type: 'string' },
});
const pairs = (description: string): OpenApiSchema => ({
  type: 'object',
  description,
  additionalProperties: { type: 'string' },
});
const anything = (description: string): OpenApiSchema => ({
  type: 'object',
  description,
  'x-kubernetes-preserve-unknown-fields': true,
});
const reference = (name: string) => ({ $ref: `#/components/schemas/kustomize.${name}` });
const one = (name: string, description: string): OpenApiSchema => ({
  allOf: [reference(name)],
  description,
});
const many = (name: string, description: string): OpenApiSchema => ({
  type: 'array',
  description,
  items: reference(name),
});
const object = (properties: Record<string, OpenApiSchema>, required?: string[]): OpenApiSchema => ({
  type: 'object',
  properties,
  ...(required && { required }),
});

/** How kustomize names a resource: by group, version, kind, name and namespace. */
const resourceId = {
  group: text('API group of the resource, such as `apps`.'),
  version: text('API version of the resource, such as `v1`.'),
  kind: text('Kind of the resource.'),
  name: text('Name of the resource.'),
  namespace: text('Namespace of the resource.'),
};

const pairSources = {
  literals: texts('Entries as `key=value`.'),
  files: texts('Files that become one entry each: `path`, or `key=path`.'),
  envs: texts('Files of lines `key=value`, each line an entry.'),
  env: text('One such file. `envs` takes a list.'),
};

const generator = {
  name: text('Name of the generated object, before prefix, suffix and hash.'),
  namespace: text('Namespace of the generated object.'),
  behavior: text('What happens when an object of that name comes from a base.', {
    enum: ['create', 'replace', 'merge'],
  }),
  ...pairSources,
  options: one('GeneratorOptions', 'Options of this one object, over `generatorOptions`.'),
};

const fields: Record<string, OpenApiSchema> = {
  metadata: object({
    name: text('A name for this kustomization; it names no object.'),
    namespace: text('A namespace for this kustomization.'),
    labels: pairs('Labels of this kustomization.'),
    annotations: pairs('Annotations of this kustomization, such as `config.kubernetes.io/local-config`.'),
  }),
  resources: texts('Manifests, folders with a kustomization, or URLs: what is built upon.'),
  components: texts('Folders with a `Component`, or URLs.'),
  namespace: text('Set on every object that is in a namespace.'),
  namePrefix: text('Put before the name of every object, and where it is referred to.'),
  nameSuffix: text('Put behind the name of every object, and where it is referred to.'),
  labels: many('Label', 'Labels for every object; in selectors only where `includeSelectors` says so.'),
  commonLabels: pairs('Deprecated: use `labels`. Labels for every object, its selectors and templates.'),
  commonAnnotations: pairs('Annotations for every object.'),
  patches: many('Patch', 'Strategic merge patches or JSON patches, in files or inline.'),
  images: many('Image', 'Other names, tags or digests for container images.'),
  replicas: many('Replica', 'Another number of replicas, by the name of the object.'),
  replacements: many('ReplacementField', 'Copies the value of one field to others.'),
  configMapGenerator: many('ConfigMapArgs', 'ConfigMaps made of files, literals and env files.'),
  secretGenerator: many('SecretArgs', 'Secrets made of files, literals and env files.'),
  generatorOptions: one('GeneratorOptions', 'Options for all generated ConfigMaps and Secrets.'),
  helmCharts: many('HelmChart', 'Helm charts whose output becomes resources (needs `--enable-helm`).'),
  helmGlobals: one('HelmGlobals', 'Where charts and the configuration of Helm are.'),
  crds: texts('Files with the OpenAPI definitions of custom resources.'),
  openapi: pairs('Which schema counts for patches: `version` of a built-in one, or `path` of a file.'),
  configurations: texts('Files that say in which fields names, labels and images stand.'),
  generators: texts('Files that configure generators.'),
  transformers: texts('Files that configure transformers.'),
  validators: texts('Files that configure validators.'),
  sortOptions: one('SortOptions', 'The order of the objects in the output.'),
  buildMetadata: {
    type: 'array',
    description: 'What kustomize writes about itself into the objects.',
    items: { type: 'string', enum: ['managedByLabel', 'originAnnotations', 'transformerAnnotations'] },
  },
  bases: texts('Deprecated: use `resources`. Folders with a kustomization.'),
  patchesStrategicMerge: texts('Deprecated: use `patches`. Strategic merge patches, as files or inline.'),
  patchesJson6902: many('Patch', 'Deprecated: use `patches`. JSON patches with their targets.'),
  imageTags: many('Image', 'Deprecated: use `images`.'),
  vars: many('Var', 'Deprecated: use `replacements`. Fields whose values replace `$(NAME)`.'),
  helmChartInflationGenerator: many('HelmChartArgs', 'Deprecated: use `helmCharts`.'),
  inventory: anything('Deprecated. An object that records all others.'),
};

const kind = (apiVersion: string, name: string): OpenApiSchema => ({
  type: 'object',
  description: `What kustomize reads from a folder's \`kustomization.yaml\`, as a ${name}.`,
  properties: {
    apiVersion: text(`\`${apiVersion}\`; may be left out.`, { enum: [apiVersion] }),
    kind: text(`\`${name}\`; may be left out of a Kustomization.`, { enum: [name] }),
    ...fields,
  },
});

/** Kustomization and Component of kustomize v5 and all types in them, after `api/types` of kustomize. */
export const kustomizeDefinitions: Readonly<Record<string, OpenApiSchema>> = {
  [kustomizationDefinition]: kind('kustomize.config.k8s.io/v1beta1', 'Kustomization'),
  [componentDefinition]: kind('kustomize.config.k8s.io/v1alpha1', 'Component'),
  [jsonPatchDefinition]: { type: 'array', items: reference('JsonPatchOperation') },
  'kustomize.JsonPatchOperation': object(
    {
      op: text('What is done.', { enum: ['add', 'remove', 'replace', 'move', 'copy', 'test'] }),
      path: text(
        'The field, from the root of the object: `/spec/replicas`, `/metadata/labels/a~1b` for `a/b`.',
      ),
      value: { description: 'What is written, or must be there.' },
      from: text('The field that is moved or copied.'),
    },
    ['op', 'path'],
  ),
  'kustomize.Label': object({
    pairs: pairs('The labels.'),
    includeSelectors: flag('Also in selectors, and in the templates that they select.'),
    includeTemplates: flag('Also in templates of Pods.'),
    includeVolumeClaimTemplates: flag('Also in templates of volume claims.'),
    fields: many('FieldSpec', 'Further fields that get the labels.'),
  }),
  'kustomize.FieldSpec': object({
    group: resourceId.group,
    version: resourceId.version,
    kind: resourceId.kind,
    path: text('The field, its parts separated by `/`.'),
    create: flag('Makes the field where it is not there.'),
  }),
  'kustomize.Patch': object({
    path: text('File that holds the patch.'),
    patch: text('The patch itself, as text.'),
    target: one('Selector', 'The objects to patch; names may be regular expressions.'),
    options: {
      type: 'object',
      description: 'What a patch may change.',
      additionalProperties: { type: 'boolean' },
    },
  }),
  'kustomize.Selector': object({
    ...resourceId,
    annotationSelector: text('Selects by annotations, as `key=value` or `key in (a, b)`.'),
    labelSelector: text('Selects by labels, as `key=value` or `key in (a, b)`.'),
  }),
  'kustomize.Image': object({
    name: text('The image as the manifests have it, without a tag.'),
    newName: text('Its new name.'),
    newTag: text('Its new tag.'),
    tagSuffix: text('Appended to the tag that it has.'),
    digest: text('Its digest, in place of a tag.'),
  }),
  'kustomize.Replica': object({
    name: text('The object, by its name in the base.'),
    count: { type: 'integer', format: 'int64', description: 'The number of replicas.' },
  }),
  'kustomize.ReplacementField': object({
    path: text('File that holds the replacement.'),
    sourceValue: text('The value itself, in place of a source.'),
    source: one('ReplacementSource', 'Where the value comes from.'),
    targets: many('ReplacementTarget', 'Where the value goes.'),
  }),
  'kustomize.ReplacementSource': object({
    ...resourceId,
    fieldPath: text('The field whose value is copied.', { default: 'metadata.name' }),
    options: one('FieldOptions', 'Which part of the value.'),
  }),
  'kustomize.ReplacementTarget': object({
    select: one('Selector', 'The objects that are written to.'),
    reject: many('Selector', 'Objects of these that are left out.'),
    fieldPaths: texts('The fields that are written.'),
    options: one('FieldOptions', 'Which part of the value.'),
  }),
  'kustomize.FieldOptions': object({
    delimiter: text('Splits the value into parts.'),
    index: { type: 'integer', format: 'int64', description: 'The part that counts, from 0.' },
    encoding: text('How the value is encoded.'),
    create: flag('Makes the field where it is not there.'),
  }),
  'kustomize.ConfigMapArgs': object(generator),
  'kustomize.SecretArgs': object({
    ...generator,
    type: text('Type of the Secret.', { default: 'Opaque' }),
  }),
  'kustomize.GeneratorOptions': object({
    labels: pairs('Labels of the generated objects.'),
    annotations: pairs('Annotations of the generated objects.'),
    disableNameSuffixHash: flag('Leaves out the hash of the content behind the name.'),
    immutable: flag('Makes the objects immutable.'),
  }),
  'kustomize.HelmGlobals': object({
    chartHome: text('Folder of the charts, a folder each.', { default: 'charts' }),
    configHome: text('Folder of the configuration of Helm.'),
  }),
  'kustomize.HelmChart': object({
    name: text('Name of the chart.'),
    version: text('Version of the chart.'),
    digest: text('Digest of the chart; of OCI registries only.'),
    repo: text('URL of the repository of the chart.'),
    releaseName: text('Name of the release.'),
    namespace: text('Namespace of the release.'),
    valuesFile: text('File of values in place of those of the chart.'),
    additionalValuesFiles: texts('Files of further values.'),
    valuesInline: anything('Values, written here.'),
    valuesMerge: text('How `valuesInline` and the file of values go together.', {
      enum: ['merge', 'override', 'replace'],
      default: 'override',
    }),
    includeCRDs: flag('Also takes the CustomResourceDefinitions of the chart.'),
    skipHooks: flag('Leaves out hooks.'),
    skipTests: flag('Leaves out tests.'),
    apiVersions: texts('What `.Capabilities.APIVersions` has.'),
    kubeVersion: text('What `.Capabilities.KubeVersion` is.'),
    nameTemplate: text('Template of the name of the release.'),
    debug: flag('Shows what Helm does.'),
    devel: flag('Takes versions under development too.'),
  }),
  'kustomize.HelmChartArgs': object({
    chartName: text('Name of the chart.'),
    chartVersion: text('Version of the chart.'),
    chartRepoUrl: text('URL of the repository of the chart.'),
    chartHome: text('Folder of the charts.'),
    chartRepoName: text('Name of the repository of the chart.'),
    helmBin: text('The program `helm`.'),
    helmHome: text('Folder of the configuration of Helm.'),
    values: text('File of values.'),
    valuesLocal: anything('Values, written here.'),
    valuesMerge: text('How the two go together.'),
    releaseName: text('Name of the release.'),
    releaseNamespace: text('Namespace of the release.'),
    extraArgs: texts('Further arguments for Helm.'),
  }),
  'kustomize.SortOptions': object({
    order: text('`fifo`: as they come; `legacy`: by kind.', { enum: ['fifo', 'legacy'] }),
    legacySortOptions: one('LegacySortOptions', 'Which kinds come first and last.'),
  }),
  'kustomize.LegacySortOptions': object({
    orderFirst: texts('Kinds that come first.'),
    orderLast: texts('Kinds that come last.'),
  }),
  'kustomize.Var': object(
    {
      name: text('What stands in `$(NAME)`.'),
      objref: one('VarTarget', 'The object that has the value.'),
      fieldref: object({ fieldPath: text('Its field.', { default: 'metadata.name' }) }),
    },
    ['name', 'objref'],
  ),
  'kustomize.VarTarget': object(
    { apiVersion: text('`apps/v1`, in place of group and version.'), ...resourceId },
    ['name'],
  ),
};
