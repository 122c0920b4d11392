import type { CodeEntry } from '../../server/src/codes/code-entry.ts';

/** The text of package.json in which the setting of severities knows the codes, and says what each is about. */
export function withSeveritySetting(text: string, codes: Readonly<Record<string, CodeEntry>>): string {
  const manifest = JSON.parse(text);
  const setting = manifest.contributes.configuration.properties['kubewright.diagnostics.severity'];
  const names = Object.keys(codes).sort();
  setting.propertyNames = { enum: names, markdownEnumDescriptions: names.map((name) => codes[name]!.about) };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}
