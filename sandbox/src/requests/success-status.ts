/** A `Status` that says that all went well. */
export function successStatus(code: number): Record<string, unknown> {
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code };
}
