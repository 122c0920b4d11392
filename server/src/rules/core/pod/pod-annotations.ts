import type { Causes } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';
import { containersOf, type PodContext } from './context.ts';
import { checkRelativePath } from './file-path.ts';

const mirror = 'kubernetes.io/config.mirror';
const deletionCost = 'controller.kubernetes.io/pod-deletion-cost';
const seccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const seccompOfContainer = 'container.seccomp.security.alpha.kubernetes.io/';
const appArmor = 'container.apparmor.security.beta.kubernetes.io/';

/** Annotations of a Pod that mean something to the server. */
export function checkPodAnnotations({ metadata, spec }: PodContext, causes: Causes): void {
  const annotations = metadata.at('annotations');
  if (!annotations.isSet) return;
  if (annotations.at(mirror).isSet && spec.at('nodeName').text === '') {
    causes.invalid(annotations.at(mirror), 'must set spec.nodeName if mirror pod annotation is set', {
      code: 'pod-annotation',
    });
  }
  const cost = annotations.at(deletionCost);
  if (cost.isSet && cost.text !== undefined && !isInt32(cost.text)) {
    causes.invalid(cost, 'must be a 32bit integer', { code: 'pod-annotation' });
  }
  let containers: ReadonlySet<string | undefined> | undefined;
  for (const annotation of annotations.entries) {
    const key = String(annotation.name);
    if (key === seccomp || key.startsWith(seccompOfContainer)) checkSeccomp(annotation, causes);
    if (!key.startsWith(appArmor)) continue;
    containers ??= new Set(containersOf(spec).map(({ field }) => field.at('name').text));
    checkAppArmor(annotation, key.slice(appArmor.length), containers, causes);
  }
}

function isInt32(text: string): boolean {
  if (!/^(?:0|-?[1-9]\d*|[+]\d+|-0)$/.test(text)) return false;
  return Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31 && !text.startsWith('+');
}

function checkSeccomp(annotation: Field, causes: Causes): void {
  const { text } = annotation;
  if (text === undefined || ['runtime/default', 'docker/default', 'unconfined'].includes(text)) return;
  if (!text.startsWith('localhost/')) {
    causes.invalid(annotation, 'must be a valid seccomp profile', { code: 'pod-annotation' });
    return;
  }
  checkRelativePath(annotation, causes);
}

function checkAppArmor(
  annotation: Field,
  container: string,
  containers: ReadonlySet<string | undefined>,
  causes: Causes,
): void {
  if (!containers.has(container) && !containers.has(undefined)) {
    causes.invalid(annotation, 'container not found', { code: 'pod-annotation', shown: container });
  }
  const { text } = annotation;
  if (text === undefined || text === '' || text === 'runtime/default' || text === 'unconfined') return;
  if (text.startsWith('localhost/')) return;
  causes.invalid(annotation, `invalid AppArmor profile name: ${JSON.stringify(text)}`, {
    code: 'pod-annotation',
  });
}
