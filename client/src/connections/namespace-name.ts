/** Whether a text can be the name of a namespace: a label of DNS (RFC 1123), of any length. */
export function isNamespaceName(text: string): boolean {
  return /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text);
}
