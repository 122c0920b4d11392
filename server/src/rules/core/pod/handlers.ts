import { headerName } from '../../formats/header-name.ts';
import { checkNonNegative } from '../../shared/bounds.ts';
import type { Causes } from '../../shared/causes.ts';
import { checkEnumIfSet } from '../../shared/enum.ts';
import type { Field } from '../../shared/field.ts';
import { checkPortNumber, checkPortNumberOrName } from '../../shared/port.ts';

/** The three probes of a container. That a named port exists is not asked for: it may be another container's. */
export function checkProbes(container: Field, causes: Causes): void {
  for (const name of ['livenessProbe', 'readinessProbe', 'startupProbe']) {
    const probe = container.given(name);
    if (!probe?.isSet || !probe.map) continue;
    checkHandler(probe, probeHandlers, causes);
    for (const number of [
      'initialDelaySeconds',
      'timeoutSeconds',
      'periodSeconds',
      'successThreshold',
      'failureThreshold',
    ]) {
      checkNonNegative(probe.at(number), causes);
    }
    checkGracePeriod(probe, name, causes);
    const successes = probe.at('successThreshold');
    if (name !== 'readinessProbe' && successes.number !== undefined && successes.number !== 1) {
      causes.invalid(successes, 'must be 1', { code: 'probe-threshold' });
    }
  }
}

/** What a container runs when it has started and before it is stopped. */
export function checkLifecycle(lifecycle: Field, spec: Field, causes: Causes): void {
  for (const name of ['postStart', 'preStop']) {
    const hook = lifecycle.given(name);
    if (!hook?.isSet || !hook.map) continue;
    checkHandler(hook, lifecycleHandlers, causes);
    checkSleep(hook.at('sleep'), spec, causes);
  }
}

const probeHandlers = ['exec', 'httpGet', 'tcpSocket', 'grpc'];
const lifecycleHandlers = ['exec', 'httpGet', 'tcpSocket', 'sleep'];

function checkHandler(parent: Field, names: readonly string[], causes: Causes): void {
  const [first, ...more] = names.map((name) => parent.at(name)).filter((field) => field.isSet);
  if (!first) causes.required(parent, 'must specify a handler type', { code: 'handler-type' });
  else handlers[first.name]?.(first, causes);
  for (const handler of more) {
    causes.forbidden(handler, 'may not specify more than 1 handler type', { code: 'handler-type' });
  }
}

const handlers: Readonly<Record<string, (handler: Field, causes: Causes) => void>> = {
  exec(handler, causes) {
    if (handler.at('command').isZero) causes.required(handler.at('command'));
  },
  httpGet(handler, causes) {
    if (handler.at('path').text === '') causes.required(handler.at('path'));
    checkPortNumberOrName(handler.at('port'), causes);
    checkEnumIfSet(handler.at('scheme'), ['HTTP', 'HTTPS'], causes);
    const headers = handler.at('httpHeaders');
    for (const header of headers.items) {
      const name = header.at('name');
      for (const problem of name.text === undefined ? [] : headerName(name.text)) {
        causes.invalid(headers, problem, { code: 'header-name', shown: name.text, mark: name });
      }
    }
  },
  tcpSocket: (handler, causes) => checkPortNumberOrName(handler.at('port'), causes),
  grpc: (handler, causes) => checkPortNumber(handler.at('port'), causes),
};

function checkGracePeriod(probe: Field, name: string, causes: Causes): void {
  const period = probe.at('terminationGracePeriodSeconds');
  if (period.number !== undefined && period.number <= 0) {
    causes.invalid(period, 'must be greater than 0', { code: 'number-range' });
  }
  if (name === 'readinessProbe' && period.isSet) {
    causes.invalid(period, 'must not be set for readinessProbes', { code: 'probe-grace-period' });
  }
}

function checkSleep(sleep: Field, spec: Field, causes: Causes): void {
  const most = spec.at('terminationGracePeriodSeconds').number;
  const seconds = sleep.at('seconds').isSet ? sleep.at('seconds').number : 0;
  if (!sleep.isSet || most === undefined || seconds === undefined || (seconds >= 0 && seconds <= most))
    return;
  causes.invalid(sleep, `must be non-negative and less than terminationGracePeriodSeconds (${most})`, {
    code: 'sleep-seconds',
    shown: seconds,
    mark: sleep.at('seconds'),
  });
}
