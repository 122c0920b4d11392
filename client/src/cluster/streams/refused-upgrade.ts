import type { IncomingMessage } from 'node:http';
import type { ClusterError } from '../errors.ts';
import { refusalError } from '../http/failures.ts';
import { readRefusalBody } from '../http/refusal-body.ts';
import type { ClusterRequest } from '../http/request.ts';
import { retryAfterOf } from '../http/retry-after.ts';
import type { Transport } from '../http/transport.ts';
import { warningsOf } from '../http/warnings.ts';

const maximalRefusal = 64 * 1024;

/** The error of an answer that is no change of the protocol, with the server's own Status where it has sent one. Never rejects. */
export async function refusedUpgrade(
  { asker, log, clock }: Transport,
  { intent }: ClusterRequest,
  response: IncomingMessage,
): Promise<ClusterError> {
  const { headers, statusCode = 0 } = response;
  const encoding = headers['content-encoding'];
  const body = await readRefusalBody(response, { encoding, longest: maximalRefusal, log, clock });
  return refusalError(intent, asker, {
    code: statusCode,
    contentType: headers['content-type'] ?? '',
    body,
    retryAfterSeconds: retryAfterOf(headers['retry-after'], clock.now()),
    location: headers.location,
    warnings: warningsOf(headers.warning),
  });
}
