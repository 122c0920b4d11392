import { expect, it } from 'vitest';
import { internalTypesOf } from '../../../scripts/facts/internal-structs.ts';

const source = `package apps

// A comment.
type DeploymentSpec struct {
	metav1.TypeMeta
	// Words of the field.
	Replicas int32
	Template api.PodTemplateSpec \`json:"template"\`

	Selector *metav1.LabelSelector
	Sizes    map[api.ResourceName]resource.Quantity
	Strategy DeploymentStrategy // the strategy
	lists    [][]byte
}

type DeploymentStrategyType string

type Names []string
`;

it('reads the types of a Go source', () => {
  expect([...internalTypesOf('apps', source)]).toEqual([
    [
      'apps.DeploymentSpec',
      ' metav1.TypeMeta;Replicas int32;Template core.PodTemplateSpec;Selector *metav1.LabelSelector;Sizes map resource.Quantity;Strategy apps.DeploymentStrategy;lists [][]byte',
    ],
    ['apps.DeploymentStrategyType', '=string'],
    ['apps.Names', '=[]string'],
  ]);
});
