/** What a container of an image does in the sandbox, where nothing is really pulled or run. */
export type ImageBehaviour = 'runs' | 'crashes' | 'cannot be pulled';

/**
 * The sandbox has no images; names say what their containers do. A part `doesnotexist` of the last path segment
 * (`shop/doesnotexist:1`, `web-doesnotexist`) cannot be pulled: ErrImagePull, then ImagePullBackOff. A part
 * `crash`, `crashes`, `crashing`, `fail`, `fails` or `failing` (`shop/reports-crash:1`) starts and exits with 1:
 * CrashLoopBackOff, or Error where it is not restarted. Everything else runs.
 */
export function behaviourOfImage(image: string): ImageBehaviour {
  const name = withoutTag(image.slice(image.lastIndexOf('/') + 1)).toLowerCase();
  const parts = name.split(/[-_.]+/);
  if (parts.includes('doesnotexist')) return 'cannot be pulled';
  return parts.some((part) => /^(crash(es|ing)?|fail(s|ing)?)$/.test(part)) ? 'crashes' : 'runs';
}

/** An image without the tag and the digest of its last segment. */
export function withoutTag(image: string): string {
  const name = image.lastIndexOf('/') + 1;
  const mark = image.slice(name).search(/[:@]/);
  return mark < 0 ? image : image.slice(0, name + mark);
}
