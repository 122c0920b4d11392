/**
 * The older description of the API, as far as it is there: title and version, no paths and no definitions. kubectl
 * falls back on it for what `/openapi/v3` does not describe (lists, above all), finds nothing, and lets the server
 * judge. A `openapi.v2.Document` in protobuf: 1 swagger, 2 info (1 title, 2 version).
 */
export function openApiV2Protobuf(version: string): Buffer {
  const info = Buffer.concat([field(1, Buffer.from('Kubernetes')), field(2, Buffer.from(version))]);
  return Buffer.concat([field(1, Buffer.from('2.0')), field(2, info)]);
}

/** A length-delimited field; lengths here are below 128, which is one byte. */
function field(number: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([(number << 3) | 2, content.length]), content]);
}

export function openApiV2(title: string, _paths: unknown, _schemas: unknown): Record<string, unknown> {
  return { swagger: '2.0', info: { title: 'Kubernetes', version: title } };
}
