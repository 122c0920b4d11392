import type { Check } from './causes.ts';

/** The Pods of a Job end: `Always`, the default, is refused. Reads the spec of a Job as it is before defaulting. */
export const checkJobRestartPolicy: Check = (spec, causes) => {
  const restartPolicy = spec.in('template', 'spec', 'restartPolicy');
  if (!spec.in('template', 'spec').isSet) return;
  if (restartPolicy.text === '') {
    causes.required(restartPolicy, 'valid values: "OnFailure", "Never"', { code: 'job-restart-policy' });
  } else if (restartPolicy.text === 'Always') {
    causes.notSupported(restartPolicy, ['OnFailure', 'Never'], { code: 'job-restart-policy' });
  }
};
