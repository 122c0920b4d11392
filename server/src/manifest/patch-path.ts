/**
 * Whether a file's path says that it holds patches: by a folder (`patches/`), or by its name (`manager_auth_proxy_patch.yaml`,
 * `patch-replicas.yaml`, `deployment.patch.yaml`, `replicasPatch.yaml`). Takes a URI.
 */
export function isPatchPath(uri: string): boolean {
  const parts = uri.replace(/[?#].*$/, '').split('/');
  const name = (parts.pop() ?? '').replace(/\.[a-z\d]+$/i, '');
  return isPatchName(name) || parts.some((folder) => /(?:^|[-_.])patches$/i.test(folder));
}

function isPatchName(name: string): boolean {
  return /(?:^|[-_.])patch(?:es)?(?:$|[-_.\d])/i.test(name) || /[a-z\d]Patch(?:es)?$/.test(name);
}
