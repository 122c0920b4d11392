/** Ids of the extension's own views, as package.json names them. */
export const views = { clusters: 'kubewright.clusters', forwards: 'kubewright.forwards' } as const;
