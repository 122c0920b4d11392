/** Where a PEM text is: in the kubeconfig as base64, or in a file of its own that is read at each use. */
export type PemSource = { readonly data: string } | { readonly file: string };
