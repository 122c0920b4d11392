import { describe } from 'vitest';
import type { Catalog } from '../../../../server/src/catalog/catalog.ts';
import { withCatalog } from '../../catalog/built-catalog.ts';
import { mends, offers } from './fix-examples.ts';

let catalog: Catalog;
withCatalog('1.36', (opened) => {
  catalog = opened;
});

const inChart = () => ({ catalog, languageId: 'helm', uri: 'file:///chart/templates/example.yaml' });

const pod = (spec: string) => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: web\nspec:\n${spec}`;
const service = (spec: string) => `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\nspec:\n${spec}`;
const container = '  containers:\n    - name: a\n      image: b\n';
const probe = '  readinessProbe:\n    httpGet:\n      port: 80\n';
const movedProbe = '      readinessProbe:\n        httpGet:\n          port: 80\n';

describe('in a template of a chart', () => {
  mends(
    [
      [
        'a field is moved behind a branch, not into it',
        pod(`${container}      {{- if .Values.tty }}\n      tty: true\n      {{- end }}\n${probe}`),
        'unknown-field',
        'Move to "spec.containers[0]"',
        pod(`${container}      {{- if .Values.tty }}\n      tty: true\n      {{- end }}\n${movedProbe}`),
      ],
      [
        'and behind all branches of a block, and those around it',
        pod(
          `${container}      {{- if .Values.tty }}\n      {{- with .Values.a }}\n      tty: {{ . }}\n      {{- end }}\n      {{- else }}\n      # none\n      {{- end }} # of tty\n${probe}`,
        ),
        'unknown-field',
        'Move to "spec.containers[0]"',
        pod(
          `${container}      {{- if .Values.tty }}\n      {{- with .Values.a }}\n      tty: {{ . }}\n      {{- end }}\n      {{- else }}\n      # none\n      {{- end }} # of tty\n${movedProbe}`,
        ),
      ],
      [
        'a field is moved with the blocks in it, and what it prints is as deep as it is',
        pod(
          `${container}  resources:\n    {{- toYaml .Values.resources | nindent 4 }}\n  livenessProbe:\n    httpGet:\n      port: 80\n    {{- if .Values.slow }}\n    periodSeconds: 60\n    {{- end }}\n  hostNetwork: true\n`,
        ).replace('  resources:\n    {{- toYaml .Values.resources | nindent 4 }}\n', ''),
        'unknown-field',
        'Move to "spec.containers[0]"',
        pod(
          `${container}      livenessProbe:\n        httpGet:\n          port: 80\n        {{- if .Values.slow }}\n        periodSeconds: 60\n        {{- end }}\n  hostNetwork: true\n`,
        ),
      ],
      [
        'what a field prints is as deep as it is',
        pod(
          `${container}  readinessProbe:\n    periodSeconds: 60\n    {{- toYaml .Values.probe | nindent 4 }}\n`,
        ),
        'unknown-field',
        'Move to "spec.containers[0]"',
        pod(
          `${container}      readinessProbe:\n        periodSeconds: 60\n        {{- toYaml .Values.probe | nindent 8 }}\n`,
        ),
      ],
      [
        'a field in the branch that all of its object is in is moved there',
        `{{- if .Values.web }}\n${pod(container + probe)}{{- end }}\n`,
        'unknown-field',
        'Move to "spec.containers[0]"',
        `{{- if .Values.web }}\n${pod(container + movedProbe)}{{- end }}\n`,
      ],
      [
        'a field is inserted behind the last branch',
        service('  selector:\n    a: b\n  {{- with .Values.lb }}\n  loadBalancerIP: {{ . }}\n  {{- end }}\n'),
        'missing-required',
        'Insert "ports"',
        service(
          '  selector:\n    a: b\n  {{- with .Values.lb }}\n  loadBalancerIP: {{ . }}\n  {{- end }}\n  ports:\n    - port: 80\n',
        ),
      ],
      [
        'and behind what is printed in the last field',
        service(
          '  selector:\n    a: b\n    {{- with .Values.labels }}\n    {{- toYaml . | nindent 4 }}\n    {{- end }}\n',
        ),
        'missing-required',
        'Insert "ports"',
        service(
          '  selector:\n    a: b\n    {{- with .Values.labels }}\n    {{- toYaml . | nindent 4 }}\n    {{- end }}\n  ports:\n    - port: 80\n',
        ),
      ],
      [
        'a field that comes first is inserted before the first branch',
        'apiVersion: v1\nkind: ConfigMap\n{{- if .Values.data }}\ndata:\n  a: b\n{{- end }}\n',
        'missing-required',
        'Insert "metadata"',
        'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: change-me\n{{- if .Values.data }}\ndata:\n  a: b\n{{- end }}\n',
      ],
      [
        'a field is removed with the blocks in it',
        pod(
          `${container}  readinessProbe:\n    httpGet:\n      port: 80\n    {{- if .Values.slow }}\n    periodSeconds: 60\n    {{- end }}\n  hostNetwork: true\n`,
        ),
        'unknown-field',
        'Remove "readinessProbe"',
        pod(`${container}  hostNetwork: true\n`),
      ],
    ],
    inChart,
  );
});

describe('in a template of a chart there is no', () => {
  offers(
    [
      [
        'move out of a branch',
        pod(`${container}  {{- if .Values.probe }}\n${probe}  {{- end }}\n`),
        'unknown-field',
        ['Remove "readinessProbe"'],
      ],
      [
        'move of an annotation out of a branch',
        `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata:\n  name: a\n  annotations:\n    {{- if .Values.class }}\n    kubernetes.io/ingress.class: nginx\n    {{- end }}\nspec:\n  defaultBackend: {service: {name: a, port: {number: 80}}}\n`,
        'deprecated-annotation',
        ['Remove "kubernetes.io/ingress.class"'],
      ],
      [
        'move behind a block whose end takes the next line to it',
        pod(`${container}      {{- if .Values.tty }}\n      tty: true\n      {{- end -}}\n${probe}`),
        'unknown-field',
        ['Remove "readinessProbe"'],
      ],
      [
        'removal of what a block goes on behind',
        pod(
          `${container}  readinessProbe:\n    httpGet:\n      port: 80\n    {{- if .Values.slow }}\n    periodSeconds: 60\n  hostNetwork: true\n    {{- end }}\n`,
        ),
        'unknown-field',
        [],
      ],
      [
        'move of what prints lines that nobody knows the depth of',
        pod(`${container}  readinessProbe:\n    periodSeconds: 60\n{{ toYaml .Values.probe | indent 4 }}\n`),
        'unknown-field',
        ['Remove "readinessProbe"'],
      ],
    ],
    inChart,
  );
});

describe('in a template of another tool', () => {
  mends(
    [
      [
        'a field is moved behind a branch, not into it',
        pod(`${container}      {% if tty %}\n      tty: true\n      {% endif %}\n${probe}`),
        'unknown-field',
        'Move to "spec.containers[0]"',
        pod(`${container}      {% if tty %}\n      tty: true\n      {% endif %}\n${movedProbe}`),
      ],
    ],
    () => ({ catalog }),
  );
});
