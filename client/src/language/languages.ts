/** Manifests, Helm's templates by the names that extensions for Helm and this one give them, and JSON where it holds a manifest. */
export const languages: readonly string[] = ['yaml', 'helm', 'helm-template', 'gotmpl-yaml', 'json'];

/** Those of them that are YAML. */
export const yamlLanguages: readonly string[] = languages.filter((language) => language !== 'json');
