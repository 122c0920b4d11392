import { byteLength } from '../formats/byte-length.ts';
import { dnsLabel } from '../formats/dns-label.ts';
import { domainPrefixedPath } from '../formats/domain.ts';
import type { Causes } from '../shared/causes.ts';
import type { Field } from '../shared/field.ts';
import { checkImmutable } from '../shared/immutable.ts';
import type { Rule } from '../shared/rule.ts';
import { checkTypedReference } from '../shared/typed-reference.ts';

const longestController = 250;

/** What the API server refuses an IngressClass for. */
export const ingressClass: Rule = (object, causes, attributes) => {
  const spec = object.at('spec');
  const controller = spec.at('controller');
  checkImmutable(controller, causes, attributes, { shown: controller.value ?? '' });
  if (byteLength(controller.text ?? '') > longestController) causes.tooLong(controller, longestController);
  if (controller.text === '') causes.required(controller);
  else causes.malformed(controller, domainPrefixedPath);
  if (spec.at('parameters').isSet) checkParameters(spec.at('parameters'), causes);
};

function checkParameters(parameters: Field, causes: Causes): void {
  checkTypedReference(parameters, causes);
  const scope = parameters.at('scope');
  const namespace = parameters.at('namespace');
  if (scope.text === 'Namespace') {
    if (!namespace.isSet) causes.required(namespace, "`parameters.scope` is set to 'Namespace'");
    else causes.malformed(namespace, dnsLabel, { code: 'reference-name' });
  } else if (scope.text === 'Cluster') {
    if (namespace.isSet) causes.forbidden(namespace, "`parameters.scope` is set to 'Cluster'");
  } else if (scope.text) causes.notSupported(scope, ['Cluster', 'Namespace']);
}
