import { expect, test } from 'vitest';
import { goTypesOf } from '../../../scripts/facts/go-structs.ts';

const source = `package v1

// Widget has a field { that ends } nowhere.
type Widget struct {
	metav1.TypeMeta \`json:",inline"\`
	// +optional
	metav1.ObjectMeta \`json:"metadata,omitempty" protobuf:"bytes,1,opt,name=metadata"\`

	Count   *int32            \`json:"count,omitempty" protobuf:"varint,2,opt,name=count"\`
	Names   []string          \`json:"names" protobuf:"bytes,3,rep,name=names"\`
	Pairs   map[string]Pair   \`protobuf:"bytes,4,rep,name=pairs" json:"pairs,omitempty"\` // a remark
	Created metav1.Time       \`json:"created,omitempty,omitzero" protobuf:"bytes,5,opt,name=created"\`
	PairSet                   \`json:",inline" protobuf:"bytes,6,opt,name=pairSet"\`
	Raw     []byte            \`json:"-" protobuf:"bytes,7,opt,name=raw"\`
	private int
}

type Verbs []string

type Alias = Widget
`;

test('the fields of a struct by their number, and what lists are called', () => {
  const { structs, lists } = goTypesOf(source);
  expect([...structs.keys()]).toEqual(['Widget']);
  expect([...structs.get('Widget')!]).toEqual([
    [1, { goName: 'ObjectMeta', jsonName: 'metadata', isPointer: false, omits: 'empty' }],
    [2, { goName: 'Count', jsonName: 'count', isPointer: true, omits: 'empty' }],
    [3, { goName: 'Names', jsonName: 'names', isPointer: false, omits: 'nothing' }],
    [4, { goName: 'Pairs', jsonName: 'pairs', isPointer: false, omits: 'empty' }],
    [5, { goName: 'Created', jsonName: 'created', isPointer: false, omits: 'zero' }],
    [6, { goName: 'PairSet', jsonName: '', isPointer: false, omits: 'nothing' }],
    [7, { goName: 'Raw', jsonName: undefined, isPointer: false, omits: 'nothing' }],
  ]);
  expect([...lists]).toEqual(['Verbs']);
});
