/**
 * Whether a file's path says that its objects are to be found or deleted rather than created: `delete.yaml`,
 * `cleanup-pods.yaml`, `pod-assert.yaml` (what test tools compare), or a folder of such a name. Takes a URI.
 */
export function isStubPath(uri: string): boolean {
  const path = uri.replace(/[?#].*$/, '').replace(/\.[a-z\d]+$/i, '');
  return words.test(path);
}

const words =
  /(?:^|[-_./])(?:delet(?:e|es|ed|ions?)|remov(?:e|es|ed|als?)|clean-?up|prune|look-?ups?|stubs?|asserts?)(?:$|[-_./\d])/i;
