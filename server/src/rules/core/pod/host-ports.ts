import type { Causes } from '../../shared/causes.ts';
import type { PodContext } from './context.ts';

/** In the network of the node a container's port is the node's own. */
export function checkHostPorts({ spec, of }: PodContext, causes: Causes): void {
  if (!spec.at('hostNetwork').isTrue) return;
  for (const container of spec.at('containers').items) {
    for (const port of container.at('ports').items) {
      const hostPort = port.at('hostPort');
      const host = hostPort.isSet ? hostPort.number : 0;
      const containerPort = port.at('containerPort').number;
      if (host === undefined || containerPort === undefined) continue;
      if ((of === 'template' && host === 0) || host === containerPort) continue;
      causes.invalid(hostPort, 'must match `containerPort` when `hostNetwork` is true', {
        code: 'host-port',
        shown: host,
      });
    }
  }
}
