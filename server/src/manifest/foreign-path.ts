/**
 * Whether a file's path belongs to a format that is known not to be Kubernetes: an empty document in it is offered
 * nothing. Takes a URI or a path.
 */
export function isForeignPath(uri: string): boolean {
  const path = decode(uri.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/[?#].*$/, '')).replaceAll(
    '\\',
    '/',
  );
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return folders.some((folder) => folder.test(path)) || names.some((pattern) => pattern.test(name));
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const folders = [
  /(?:^|\/)\.(?:github|gitlab|circleci|vscode|devcontainer|buildkite|woodpecker|config)\//,
  /(?:^|\/)node_modules\//,
  /(?:^|\/)(?:group_vars|host_vars|playbooks|roles\/[^/]+\/(?:tasks|handlers|vars|defaults|meta))\//,
  /(?:^|\/)\.?(?:locales|i18n)\//,
];

const ending = String.raw`\.(?:ya?ml|json)$`;

const names = [
  'chart',
  'chart\\.lock',
  'requirements',
  'values.*',
  '.*[.-]values',
  '(?:docker-)?compose(?:[.-].*)?',
  'kustomization',
  '\\.gitlab-ci(?:\\..*)?',
  '\\.travis',
  '\\.drone',
  '\\.woodpecker',
  '\\.readthedocs',
  '\\.pre-commit-(?:config|hooks)',
  '\\.golangci',
  '\\.goreleaser',
  'goreleaser',
  '\\.prettierrc',
  '\\.eslintrc',
  '\\.stylelintrc',
  '\\.markdownlint',
  '\\.yamllint',
  '\\.clang-(?:format|tidy)',
  '\\.codecov',
  'codecov',
  'mkdocs',
  '_config',
  'antora(?:-playbook)?',
  'package',
  'package-lock',
  'pnpm-(?:lock|workspace)',
  'composer',
  'tsconfig.*',
  'pubspec',
  'openapi.*',
  'swagger.*',
  'asyncapi.*',
  'dependabot',
  'renovate',
  'appveyor',
  '\\.appveyor',
  'azure-pipelines.*',
  'bitbucket-pipelines',
  'buildspec',
  'cloudbuild',
  'serverless',
  'taskfile.*',
  'helmfile.*',
  'skaffold',
  'werf(?:-.*)?',
  'playbook.*',
  'galaxy',
  'buf(?:\\..*)?',
  'sqlc',
  'netlify',
]
  .map((name) => new RegExp(`^${name}${ending}`))
  // A part of a chart's templates prints an object only where it says so.
  .concat([/\.(?:tpl|txt)$/, /\.lock$/, /^\.[a-z-]+rc$/, /^\.(?:clang-format|clang-tidy|yamllint)$/]);
