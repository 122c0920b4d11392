/**
 * The colour themes that a scene is tried in whose pictures are to be looked at: one of them, unless KUBEWRIGHT_THEMES is `all`,
 * because a theme changes nothing that a test can tell.
 */
export const themes: readonly string[] =
  process.env.KUBEWRIGHT_THEMES === 'all'
    ? ['Default Light Modern', 'Default Dark Modern', 'Default High Contrast']
    : ['Default High Contrast'];
