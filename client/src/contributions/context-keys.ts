/** Keys by which `when` clauses ask what is so in this window. */
export const contextKeys = {
  /** The sandbox cluster runs. */
  sandboxRunning: 'kubewright.sandboxRunning',
  /** There is a port-forward. */
  hasForwards: 'kubewright.hasForwards',
  /** The active editor holds a manifest. */
  editorHasManifest: 'kubewright.editorHasManifest',
  /** The active editor has its cursor in front of the dash of a list's item. */
  inItemIndentation: 'kubewright.inItemIndentation',
  /** An object is selected to be compared with another one. */
  hasSelectedForCompare: 'kubewright.hasSelectedForCompare',
} as const;
