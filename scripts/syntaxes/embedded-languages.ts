import { settingsScope } from './settings.ts';
import { codeScope, markdownScope } from './small-grammars.ts';

/** A language that stands in block scalars. */
export interface EmbeddedLanguage {
  /** What follows `meta.embedded.block.` in the scope of its text. */
  readonly name: string;
  /** The grammars that colour it, by scope; those that nobody has installed are passed over. */
  readonly grammars: readonly string[];
  /** VS Code's own id of it; none where VS Code does not bring it, and so perhaps nobody its grammar. */
  readonly id?: string;
  /** Of keys, without the dot, in small letters or in capitals. */
  readonly extensions: readonly string[];
  /** Whole keys, as part of a regular expression. */
  readonly keys?: readonly string[];
}

/**
 * Each language by the keys of what it is kept in, as ConfigMaps have them. A language without `id` needs an extension that
 * brings its grammar: without one its text stays a string. Of two rows that fit the first counts. VS Code loads every
 * grammar that is named here, and all that these name, before it colours the first YAML file: only small ones are.
 */
export const embeddedLanguages: readonly EmbeddedLanguage[] = [
  { name: 'cel', grammars: ['source.cel'], id: 'cel', extensions: ['cel'] },
  {
    name: 'gotmpl',
    grammars: ['source.gotmpl'],
    id: 'gotmpl-yaml',
    extensions: ['tpl', 'tmpl', 'gotmpl', 'ctmpl'],
  },
  { name: 'jsonc', grammars: ['source.json.comments'], id: 'jsonc', extensions: ['jsonc', 'json5'] },
  {
    name: 'json',
    grammars: ['source.json'],
    id: 'json',
    extensions: ['json', 'webmanifest', 'tfstate', 'avsc', 'geojson', 'ndjson', 'dockerconfigjson'],
    keys: [String.raw`\.babelrc`, String.raw`\.eslintrc`],
  },
  {
    name: 'shell',
    grammars: ['source.shell'],
    id: 'shellscript',
    extensions: ['sh', 'bash', 'zsh', 'ksh', 'ash', 'bats'],
    keys: [String.raw`\.?bashrc`, String.raw`\.?zshrc`, String.raw`\.?(?:bash_)?profile`],
  },
  { name: 'sql', grammars: ['source.sql'], id: 'sql', extensions: ['sql', 'ddl', 'dml', 'pgsql', 'cql'] },
  { name: 'lua', grammars: ['source.lua'], id: 'lua', extensions: ['lua'] },
  {
    name: 'python',
    grammars: ['source.python'],
    id: 'python',
    extensions: ['py', 'pyi', 'bzl', 'star', 'tiltfile'],
  },
  {
    name: 'xml',
    grammars: ['text.xml'],
    id: 'xml',
    extensions: ['xml', 'xsd', 'svg', 'wsdl', 'xslt?', 'plist', 'pom', 'csproj', 'ldif\\.xml'],
  },
  { name: 'html', grammars: ['text.html.basic'], id: 'html', extensions: ['html?', 'xhtml'] },
  { name: 'yaml', grammars: ['source.gotmpl.yaml#lines'], id: 'yaml', extensions: ['ya?ml', 'eya?ml'] },
  { name: 'go', grammars: ['source.go'], id: 'go', extensions: ['go'] },
  {
    name: 'powershell',
    grammars: ['source.powershell'],
    id: 'powershell',
    extensions: ['ps1', 'psm1', 'psd1'],
  },
  { name: 'bat', grammars: ['source.batchfile'], id: 'bat', extensions: ['bat', 'cmd'] },
  {
    name: 'groovy',
    grammars: ['source.groovy'],
    id: 'groovy',
    extensions: ['groovy', 'gradle', 'gvy'],
    keys: ['Jenkinsfile'],
  },
  { name: 'java', grammars: ['source.java'], id: 'java', extensions: ['java', 'jsp'] },
  { name: 'rust', grammars: ['source.rust'], id: 'rust', extensions: ['rs'] },
  { name: 'diff', grammars: ['source.diff'], id: 'diff', extensions: ['diff', 'patch'] },
  {
    name: 'dockerfile',
    grammars: ['source.dockerfile'],
    id: 'dockerfile',
    extensions: ['dockerfile', 'containerfile'],
    keys: [String.raw`(?:Dockerfile|Containerfile)(?:[.-][\w.-]+)?`],
  },
  {
    name: 'makefile',
    grammars: ['source.makefile'],
    id: 'makefile',
    extensions: ['mk', 'mak'],
    keys: ['GNUmakefile', '[Mm]akefile'],
  },
  {
    // One grammar reads both, with and without elements in angle brackets.
    name: 'javascript',
    grammars: ['source.js'],
    id: 'javascript',
    extensions: ['[mc]?js', 'jsx', 'njs', '[mc]?ts', 'tsx'],
  },
  { name: 'css', grammars: ['source.css'], id: 'css', extensions: ['css', 'scss', 'less'] },
  { name: 'markdown', grammars: [markdownScope], id: 'markdown', extensions: ['md', 'markdown', 'mdx'] },
  {
    name: 'ruby',
    grammars: [codeScope],
    id: 'ruby',
    extensions: ['rb', 'gemspec', 'rake'],
    keys: ['Gemfile', 'Rakefile', 'Vagrantfile'],
  },
  { name: 'perl', grammars: [codeScope], id: 'perl', extensions: ['pl', 'pm'] },
  { name: 'php', grammars: [codeScope], id: 'php', extensions: ['php', 'phtml'] },
  { name: 'csharp', grammars: [codeScope], id: 'csharp', extensions: ['cs', 'csx'] },
  { name: 'cpp', grammars: [codeScope], id: 'cpp', extensions: ['cc', 'cpp', 'cxx', 'hpp', 'c', 'h'] },
  { name: 'r', grammars: [codeScope], id: 'r', extensions: ['r'] },
  { name: 'toml', grammars: ['source.toml', settingsScope], id: 'toml', extensions: ['toml', 'tml'] },
  {
    name: 'hcl',
    grammars: ['source.hcl.terraform', 'source.terraform', 'source.hcl'],
    extensions: ['tf', 'tfvars', 'hcl', 'nomad'],
  },
  { name: 'rego', grammars: ['source.rego'], extensions: ['rego'] },
  { name: 'cue', grammars: ['source.cue'], extensions: ['cue'] },
  { name: 'jsonnet', grammars: ['source.jsonnet'], extensions: ['jsonnet', 'libsonnet'] },
  { name: 'graphql', grammars: ['source.graphql'], extensions: ['graphqls?', 'gql'] },
  { name: 'proto', grammars: ['source.proto'], extensions: ['proto'] },
  { name: 'river', grammars: ['source.alloy', 'source.river'], extensions: ['alloy', 'river'] },
  { name: 'vcl', grammars: ['source.varnish.vcl', 'source.vcl'], extensions: ['vcl'] },
  { name: 'caddyfile', grammars: ['source.Caddyfile'], extensions: ['caddyfile'], keys: ['Caddyfile'] },
  {
    name: 'settings',
    grammars: ['source.nginx', settingsScope],
    id: 'ini',
    extensions: ['nginx'],
    keys: [String.raw`[^\s:"'{]*nginx[\w.-]*\.conf`],
  },
  {
    name: 'settings',
    grammars: [settingsScope],
    id: 'ini',
    extensions: [
      ...[
        'conf',
        'ini',
        'cfg',
        'cnf',
        'config',
        'properties',
        'props',
        'env',
        'service',
        'timer',
        'editorconfig',
      ],
      ...['rules', 'vmoptions', 'desktop', 'netrc', 'htaccess'],
    ],
    keys: [String.raw`\.?gitconfig`, String.raw`\.npmrc`, String.raw`\.env`, 'Corefile'],
  },
];
