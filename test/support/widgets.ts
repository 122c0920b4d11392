/** A definition of `example.com/v1 Widget` whose root has these properties; what is given is YAML in one line. */
export function widgetDefinition(properties: string, subresources = '{}'): string {
  return `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
    - name: v1
      served: true
      storage: true
      subresources: ${subresources}
      schema: {openAPIV3Schema: {type: object, properties: {${properties}}}}
`;
}
