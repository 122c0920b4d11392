import { describe } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { type Example, mends, offers } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const pod = (rest: string) => `apiVersion: v1\nkind: Pod\n${rest}`;
const service = (rest: string) => `apiVersion: v1\nkind: Service\n${rest}`;
const deployment = (spec: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  selector: {matchLabels: {app: web}}\n${spec}`;
const cronJob = (spec: string) =>
  `apiVersion: batch/v1\nkind: CronJob\nmetadata:\n  name: web\nspec:\n  schedule: "@daily"\n${spec}`;

/** A row about a field that stands where it is unknown. */
function row(name: string, before: string, to: string, after: string): Example {
  const title = to === '' ? 'Move to the top of the object' : `Move to "${to}"`;
  return [name, before, 'unknown-field', title, after];
}

describe('a field in brackets goes', () => {
  mends(
    [
      row(
        'to a block',
        pod('metadata: {name: d, hostNetwork: true}\nspec:\n  containers: [{name: x, image: z}]\n'),
        'spec',
        pod('metadata: {name: d}\nspec:\n  containers: [{name: x, image: z}]\n  hostNetwork: true\n'),
      ),
      row(
        'from the middle of a list to a block',
        pod(
          'metadata: {name: d}\nspec:\n  containers: [{name: x, image: z, hostNetwork: true}, {name: w, image: z}] # two\n',
        ),
        'spec',
        pod(
          'metadata: {name: d}\nspec:\n  containers: [{name: x, image: z}, {name: w, image: z}] # two\n  hostNetwork: true\n',
        ),
      ),
      row(
        'with a list in brackets to a block',
        service('metadata: {ports: [{port: 80}], name: d}\nspec:\n  selector: {a: b}\n'),
        'spec',
        service('metadata: {name: d}\nspec:\n  selector: {a: b}\n  ports: [{port: 80}]\n'),
      ),
      row(
        'over several lines to a block',
        service('metadata: {name: d, ports: [\n    {port: 80}\n  ]}\nspec:\n  selector: {a: b}\n'),
        'spec',
        service('metadata: {name: d}\nspec:\n  selector: {a: b}\n  ports: [\n      {port: 80}\n    ]\n'),
      ),
      row(
        'to other brackets',
        pod('metadata: {name: d, hostNetwork: true}\nspec: {containers: [{name: x, image: z}]}\n'),
        'spec',
        pod('metadata: {name: d}\nspec: {containers: [{name: x, image: z}], hostNetwork: true}\n'),
      ),
      row(
        'to the brackets around it',
        pod('metadata: {name: d}\nspec: {containers: [{name: x, image: z, hostNetwork: true}]}\n'),
        'spec',
        pod('metadata: {name: d}\nspec: {containers: [{name: x, image: z}], hostNetwork: true}\n'),
      ),
      row(
        'to an object that is made for it in its own brackets',
        deployment(
          '  template: {metadata: {labels: {app: web}}, containers: [{name: x, image: z}], spec: {hostNetwork: true}}\n',
        ),
        'spec.template.spec',
        deployment(
          '  template: {metadata: {labels: {app: web}}, spec: {hostNetwork: true, containers: [{name: x, image: z}]}}\n',
        ),
      ),
      row(
        'behind a key without a space, in quotes',
        pod('metadata: {"name":"d","hostNetwork":true}\nspec:\n  containers: [{name: x, image: z}]\n'),
        'spec',
        pod('metadata: {"name":"d"}\nspec:\n  containers: [{name: x, image: z}]\n  "hostNetwork": true\n'),
      ),
    ],
    () => ({ catalog }),
  );
});

describe('a field of a block goes', () => {
  mends(
    [
      row(
        'to brackets, on one line',
        service('metadata:\n  name: d\n  ports:\n  - port: 80\n    name: "x"\nspec: {selector: {a: b}}\n'),
        'spec',
        service('metadata:\n  name: d\nspec: {selector: {a: b}, ports: [{port: 80, name: "x"}]}\n'),
      ),
      row(
        'to brackets in quotes, where these need some',
        pod('metadata:\n  name: d\nspec:\n  workingDir: /a,b\n  containers: [{name: x, image: z}]\n'),
        'spec.containers[0]',
        pod('metadata:\n  name: d\nspec:\n  containers: [{name: x, image: z, workingDir: "/a,b"}]\n'),
      ),
      row(
        'into an object beside it, which is made for it',
        deployment(
          '  template:\n    labels:\n      app: web\n    spec: {containers: [{name: a, image: b}]}\n',
        ),
        'spec.template.metadata',
        deployment(
          '  template:\n    metadata:\n      labels:\n        app: web\n    spec: {containers: [{name: a, image: b}]}\n',
        ),
      ),
      row(
        'into an object in its place, where it is the only one',
        deployment('  template:\n    labels: # all\n      app: web\n'),
        'spec.template.metadata',
        deployment('  template:\n    metadata:\n      labels: # all\n        app: web\n'),
      ),
      row(
        'into the place of null',
        deployment('  template:\n    metadata:\n    labels:\n      app: web\n'),
        'spec.template.metadata',
        deployment('  template:\n    metadata:\n      labels:\n        app: web\n'),
      ),
      row(
        'from behind a dash',
        pod(
          'metadata:\n  name: d\nspec:\n  containers:\n    - hostNetwork: true\n      name: x\n      image: z\n',
        ),
        'spec',
        pod(
          'metadata:\n  name: d\nspec:\n  containers:\n    - name: x\n      image: z\n  hostNetwork: true\n',
        ),
      ),
      row(
        'with a text in it, whose lines stay as they are',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: d\n  data:\n    a: |\n      x\n        y\n\n    b: c\n',
        '',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: d\ndata:\n  a: |\n    x\n      y\n\n  b: c\n',
      ),
      row(
        'with faults of its own',
        service('metadata:\n  name: d\n  ports:\n    - prt: 80\n      nmae: x\nspec:\n  selector: {a: b}\n'),
        'spec',
        service('metadata:\n  name: d\nspec:\n  selector: {a: b}\n  ports:\n    - prt: 80\n      nmae: x\n'),
      ),
    ],
    () => ({ catalog }),
  );
});

describe('objects between are made', () => {
  const json = (spec: string) =>
    `{\n    "apiVersion": "apps/v1",\n    "kind": "Deployment",\n    "metadata": {"name": "web"},\n    "spec": {\n        "selector": {"matchLabels": {"a": "b"}},\n${spec}    }\n}\n`;
  mends(
    [
      row(
        'of a template that is not there',
        deployment('  containers:\n    - name: a\n      image: b\n'),
        'spec.template.spec',
        deployment('  template:\n    spec:\n      containers:\n        - name: a\n          image: b\n'),
      ),
      row(
        'of the template in a template',
        cronJob('  jobTemplate:\n    spec:\n      containers:\n      - name: a\n        image: b\n'),
        'spec.jobTemplate.spec.template.spec',
        cronJob(
          '  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n          - name: a\n            image: b\n',
        ),
      ),
      row(
        'of all templates',
        cronJob('  containers:\n    - name: a\n      image: b\n'),
        'spec.jobTemplate.spec.template.spec',
        cronJob(
          '  jobTemplate:\n    spec:\n      template:\n        spec:\n          containers:\n            - name: a\n              image: b\n',
        ),
      ),
      row(
        'on one line of JSON',
        '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "containers": [{"name": "x", "image": "y"}]}}\n',
        'spec.template.spec',
        '{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {"selector": {"matchLabels": {"a": "b"}}, "template": {"spec": {"containers": [{"name": "x", "image": "y"}]}}}}\n',
      ),
      row(
        'on lines of JSON, as deep as these are',
        json('        "containers": [\n            {"name": "x", "image": "y"}\n        ]\n'),
        'spec.template.spec',
        json(
          '        "template": {\n            "spec": {\n                "containers": [\n                    {"name": "x", "image": "y"}\n                ]\n            }\n        }\n',
        ),
      ),
    ],
    () => ({ catalog }),
  );
});

describe('in JSON of several lines a field goes', () => {
  const json = (metadata: string, spec: string) =>
    `{\n  "apiVersion": "v1",\n  "kind": "Service",\n  "metadata": {${metadata}},\n  "spec": {${spec}}\n}\n`;
  const ports = '\n    "ports": [\n      {"port": 80}\n    ]\n  ';
  mends(
    [
      row(
        'to lines',
        json(ports, '\n    "selector": {"a": "b"}\n  '),
        'spec',
        json('', `\n    "selector": {"a": "b"},${ports}`),
      ),
      row(
        'to brackets on one line',
        json(`"name": "a",${ports}`, '"selector": {"a": "b"}'),
        'spec',
        json('"name": "a"\n  ', '"selector": {"a": "b"}, "ports": [{"port": 80}]'),
      ),
      row('to empty brackets', json(`"name": "a",${ports}`, ''), 'spec', json('"name": "a"\n  ', ports)),
    ],
    () => ({ catalog }),
  );
});

describe('there is no move', () => {
  offers(
    [
      [
        'of an anchor behind its alias',
        pod(
          'metadata:\n  name: d\n  hostname: &h abc\n  labels:\n    a: *h\nspec:\n  containers: [{name: x, image: z}]\n',
        ),
        'unknown-field',
        [],
      ],
      [
        'that would lose a comment',
        service('metadata:\n  name: d\n  ports:\n    - port: 80 # why\nspec: {selector: {a: b}}\n'),
        'unknown-field',
        ['Remove "ports"'],
      ],
    ],
    () => ({ catalog }),
  );
});
