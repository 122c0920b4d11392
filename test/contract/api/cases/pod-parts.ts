import { refusal } from '../answers.ts';
import type { Case, Expectation, RawRequest, Situation } from '../case.ts';
import { absent, containing, type Pattern } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of what of a Pod may change while it runs: what it asks for, and containers to debug it. */
export function podPartCases(pods: KindUnderTest): Case[] {
  return [...resizeCases(pods), ...ephemeralContainerCases(pods)];
}

type Cause = [reason: string, field: string, message: string];

function resizeCases(pods: KindUnderTest): Case[] {
  const path = `${pods.path}/resize`;
  const row = (
    situation: Situation,
    title: string,
    {
      given = [podOf(pods, { containers: [main] })],
      ...more
    }: Partial<Case> & Pick<Case, 'request' | 'expect'>,
  ): Case => ({ operation: pods.key('patch', 'Resize'), situation, title, given, ...more });
  const asks = (resources: object, more: object = {}) =>
    patch(path, { containers: [{ name: 'main', resources, ...more }] });
  const refused = (
    title: string,
    request: RawRequest,
    causes: readonly Cause[],
    given?: readonly RawRequest[],
  ) => row('bad body', title, { request, expect: invalid(causes), ...(given && { given }) });
  const more = { limits: { cpu: '20m' } };
  const inits = podOf(pods, {
    containers: [main],
    initContainers: [
      { ...main, name: 'once' },
      { ...main, name: 'beside', restartPolicy: 'Always' },
    ],
  });
  const asksInit = (name: string, resources: object, more: object = {}) =>
    patch(path, { initContainers: [{ name, resources, ...more }] });
  const runningInitRows = [
    refused(
      'of what runs before it',
      asksInit('once', more),
      [forbidden('spec', 'resources for non-sidecar init containers are immutable')],
      [inits],
    ),
    refused(
      'another resource of what runs beside it',
      asksInit('beside', { limits: { 'ephemeral-storage': '1Gi' } }),
      [forbidden('spec', 'only cpu and memory resources for sidecar containers are mutable')],
      [inits],
    ),
    refused(
      'of all containers together',
      patch(path, { containers: [{ name: 'main', resources: more }] }),
      [
        forbidden(
          '[]',
          'resize of pods with pod-level resources is forbidden when InPlacePodLevelResourcesVerticalScalingEnabled feature gate is disabled',
        ),
      ],
      [podOf(pods, { containers: [main], resources: { limits: { cpu: '50m' } } })],
    ),
  ];
  const anyInitRows = [
    row('success', 'of what runs before it', {
      given: [inits],
      request: asksInit('once', more),
      expect: pod(2, { initContainers: [{ resources: { limits: { cpu: '20m' } } }, {}] }),
    }),
    refused(
      'nothing instead of something before it',
      asksInit('once', { limits: { cpu: null } }),
      [forbidden('spec.initContainers[0].resources.limits', 'resource limits cannot be removed')],
      [inits],
    ),
    refused(
      'another resource of what runs beside it',
      asksInit('beside', { limits: { 'ephemeral-storage': '1Gi' } }),
      [
        forbidden(
          'spec.initContainers[1]',
          'only cpu and memory resources for init or sidecar containers are mutable',
        ),
      ],
      [inits],
    ),
    row('success', 'of all containers together', {
      given: [podOf(pods, { containers: [main], resources: { limits: { cpu: '50m' } } })],
      request: patch(path, { resources: { limits: { cpu: '60m' } } }),
      expect: pod(2, { resources: { limits: { cpu: '60m' } } }),
    }),
    refused(
      'nothing instead of something for all together',
      patch(path, { resources: { limits: { cpu: null } } }),
      [forbidden('spec.resources.limits', 'pod-level resource limits cannot be removed')],
      [
        podOf(pods, {
          containers: [main],
          resources: { requests: { cpu: '20m' }, limits: { cpu: '50m', memory: '50Mi' } },
        }),
      ],
    ),
  ];
  return [
    row('success', 'more of the same', {
      request: asks(more),
      expect: pod(2, { containers: [{ resources: { limits: { cpu: '20m' }, requests: { cpu: '10m' } } }] }),
    }),
    row('success', 'of what was not asked for', {
      request: asks({ limits: { cpu: '20m', memory: '10Mi' } }),
      expect: pod(2, { containers: [{ resources: { limits: { cpu: '20m', memory: '10Mi' } } }] }),
    }),
    row('success', 'nothing else is changed', {
      request: asks(more, { image: 'example.com/other' }),
      expect: pod(2, { containers: [{ image: main.image }] }),
    }),
    row('success', 'no change is none', {
      request: asks({ limits: { cpu: '10m' } }),
      expect: pod(1, { containers: [{ resources: { limits: { cpu: '10m' } } }] }),
    }),
    row('success', 'labels stay as they are', {
      request: {
        ...asks(more),
        body: {
          metadata: { labels: { colour: 'red' } },
          spec: { containers: [{ name: 'main', resources: more }] },
        },
      },
      expect: { code: 200, body: { metadata: { generation: 2, labels: { colour: absent } } } },
    }),
    row('success', 'only tried', {
      request: { ...asks(more), query: { dryRun: 'All' } },
      expect: pod(2, { containers: [{ resources: { limits: { cpu: '20m' } } }] }),
      afterwards: [
        {
          request: { method: 'GET', path },
          expect: pod(1, { containers: [{ resources: { limits: { cpu: '10m' } } }] }),
        },
      ],
    }),
    row('success', 'of what runs beside it', {
      given: [inits],
      request: asksInit('beside', more),
      expect: pod(2, { initContainers: [{}, { resources: { limits: { cpu: '20m' } } }] }),
    }),
    refused('nothing instead of something', asks({ limits: { cpu: null } }), [
      forbidden('spec.containers[0].resources.limits', 'resource limits cannot be removed'),
    ]),
    refused('another resource', asks({ limits: { 'ephemeral-storage': '1Gi' } }), [
      forbidden('spec', 'only cpu and memory resources are mutable'),
    ]),
    refused('more than its limit', asks({ limits: { cpu: '5m' }, requests: { cpu: '8m' } }), [
      [
        'FieldValueInvalid',
        'spec.containers[0].resources.requests',
        'Invalid value: "8m": must be less than or equal to cpu limit of 5m',
      ],
    ]),
    refused(
      'another policy',
      asks(more, { resizePolicy: [{ resourceName: 'cpu', restartPolicy: 'RestartContainer' }] }),
      [forbidden('spec', 'only cpu and memory resources are mutable')],
    ),
    refused(
      'one container more',
      patch(path, { containers: [{ name: 'other', image: 'example.com/other' }] }),
      [forbidden('spec.containers', 'containers may not be added or removed on resize')],
    ),
    refused(
      'another container',
      { ...patch(path, { containers: [{ ...main, name: 'other' }] }), headers: mergePatch },
      [forbidden('spec.containers[0].name', 'containers may not be renamed or reordered on resize')],
    ),
    refused(
      'another class',
      asks({ limits: { cpu: '5m' } }),
      [
        [
          'FieldValueInvalid',
          'spec',
          'Invalid value: "BestEffort": Pod QOS Class may not change as a result of resizing',
        ],
      ],
      [podOf(pods, { containers: [{ name: 'main', image: main.image }] })],
    ),
    ...(pods.release === '1.36' ? anyInitRows : runningInitRows),
    refused(
      'on Windows',
      asks(more),
      [forbidden('[]', 'windows pods cannot be resized')],
      [podOf(pods, { containers: [main], os: { name: 'windows' } })],
    ),
    refused(
      'where the node does not tell what it gives',
      asks(more),
      [forbidden('spec', 'Pod running on node without support for resize')],
      [
        podOf(pods, { containers: [main] }),
        { method: 'PATCH', path: `${pods.path}/status`, headers: mergePatch, body: { status: running } },
      ],
    ),
  ];
}

function ephemeralContainerCases(pods: KindUnderTest): Case[] {
  const path = `${pods.path}/ephemeralcontainers`;
  const debug = { name: 'debug', image: 'example.com/debug' };
  const row = (
    situation: Situation,
    title: string,
    { given = [], ...more }: Partial<Case> & Pick<Case, 'request' | 'expect'>,
  ): Case => ({
    operation: pods.key('patch', 'Ephemeralcontainers'),
    situation,
    title,
    given: [podOf(pods, { containers: [main], volumes: [{ name: 'files', emptyDir: {} }] }), ...given],
    ...more,
  });
  const adds = (container: object) => patch(path, { ephemeralContainers: [container] });
  const at = (field: string) => `spec.ephemeralContainers[0].${field}`;
  const refused = (title: string, container: object, ...causes: Cause[]) =>
    row('bad body', title, { request: adds(container), expect: invalid(causes) });
  const notEphemeral = (field: string): Cause =>
    forbidden(at(field), 'cannot be set for an Ephemeral Container');
  const replaced = (containers: readonly object[]): RawRequest => ({
    ...patch(path, { ephemeralContainers: containers }),
    headers: mergePatch,
  });
  return [
    row('success', 'one that looks at another', {
      request: adds({ ...debug, targetContainerName: 'main', stdin: true, tty: true }),
      expect: pod(2, {
        ephemeralContainers: [
          {
            ...debug,
            targetContainerName: 'main',
            stdin: true,
            tty: true,
            terminationMessagePath: '/dev/termination-log',
            terminationMessagePolicy: 'File',
            imagePullPolicy: 'Always',
          },
        ],
      }),
    }),
    row('success', 'with a volume', {
      request: adds({ ...debug, volumeMounts: [{ name: 'files', mountPath: '/files' }] }),
      expect: pod(2, { ephemeralContainers: [{ volumeMounts: [{ name: 'files' }] }] }),
    }),
    row('success', 'another one', {
      given: [adds(debug)],
      request: adds({ ...debug, name: 'again' }),
      expect: pod(3, { ephemeralContainers: [{ name: 'again' }, debug] }),
    }),
    row('success', 'nothing else is changed', {
      request: {
        ...adds(debug),
        body: {
          metadata: { labels: { colour: 'red' } },
          spec: { activeDeadlineSeconds: 5, ephemeralContainers: [debug] },
        },
      },
      expect: {
        code: 200,
        body: { metadata: { labels: { colour: absent } }, spec: { activeDeadlineSeconds: absent } },
      },
    }),
    row('success', 'it can be labelled afterwards', {
      given: [adds(debug)],
      request: {
        method: 'PATCH',
        path: pods.path,
        headers: mergePatch,
        body: { metadata: { labels: { colour: 'red' } } },
      },
      expect: { code: 200, body: { metadata: { generation: 2, labels: { colour: 'red' } } } },
    }),
    row('conflict', 'one that is there goes', {
      given: [adds(debug)],
      request: replaced([]),
      expect: invalid([
        forbidden('spec.ephemeralContainers', 'existing ephemeral containers "debug" may not be removed\n'),
      ]),
    }),
    row('conflict', 'one that is there changes', {
      given: [adds(debug)],
      request: replaced([{ ...debug, image: 'example.com/other' }]),
      expect: refusal(
        422,
        'Invalid',
        containing(
          'spec.ephemeralContainers: Forbidden: existing ephemeral containers "debug" may not be changed\n',
        ),
      ),
    }),
    refused('the name of a container', { ...debug, name: 'main' }, [
      'FieldValueDuplicate',
      at('name'),
      'Duplicate value: "main"',
    ]),
    refused('a target that is none', { ...debug, targetContainerName: 'none' }, [
      'FieldValueNotFound',
      at('targetContainerName'),
      'Not found: "none"',
    ]),
    refused('no image', { name: 'debug' }, ['FieldValueRequired', at('image'), 'Required value']),
    refused('ports', { ...debug, ports: [{ containerPort: 80 }] }, notEphemeral('ports')),
    refused('resources', { ...debug, resources: { limits: { cpu: '1' } } }, notEphemeral('resources')),
    refused(
      'probes and hooks',
      {
        ...debug,
        livenessProbe: probe,
        readinessProbe: probe,
        startupProbe: probe,
        lifecycle: { preStop: { exec: { command: ['true'] } } },
      },
      notEphemeral('livenessProbe'),
      notEphemeral('readinessProbe'),
      notEphemeral('startupProbe'),
      notEphemeral('lifecycle'),
    ),
    refused(
      'parts of volumes',
      { ...debug, volumeMounts: [{ name: 'files', mountPath: '/files', subPath: 'one' }] },
      notEphemeral('volumeMounts[0].subPath'),
    ),
    {
      operation: pods.key('create'),
      situation: 'bad body',
      title: 'with containers to debug it',
      request: podOf(pods, { containers: [main], ephemeralContainers: [debug] }),
      expect: invalid([forbidden('spec.ephemeralContainers', 'cannot be set on create')]),
    },
  ];
}

const main = { name: 'main', image: 'registry.k8s.io/pause:3.10', resources: { limits: { cpu: '10m' } } };
const probe = { tcpSocket: { port: 80 } };
const mergePatch = { 'content-type': 'application/merge-patch+json' };

/** One container runs, and nothing says what it is given. */
const running = {
  phase: 'Running',
  containerStatuses: [
    {
      name: 'main',
      image: main.image,
      imageID: 'x',
      ready: true,
      restartCount: 0,
      state: { running: { startedAt: '2026-01-01T00:00:00Z' } },
    },
  ],
};

function podOf({ made, object }: KindUnderTest, spec: object): RawRequest {
  return { ...made, body: { ...object, spec: { ...(object.spec as object), ...spec } } };
}

function patch(path: string, spec: object): RawRequest {
  return {
    method: 'PATCH',
    path,
    headers: { 'content-type': 'application/strategic-merge-patch+json' },
    body: { spec },
  };
}

function pod(generation: number, spec: Pattern): Expectation {
  return { code: 200, body: { kind: 'Pod', metadata: { generation }, spec } };
}

function forbidden(field: string, why: string): Cause {
  return ['FieldValueForbidden', field, `Forbidden: ${why}`];
}

function invalid(causes: readonly Cause[]): Expectation {
  const sentences = causes.map(([, field, message]) => `${field}: ${message}`);
  const text = sentences.length === 1 ? sentences[0] : `[${sentences.join(', ')}]`;
  return refusal(422, 'Invalid', `Pod "{name}" is invalid: ${text}`, {
    details: {
      name: '{name}',
      kind: 'Pod',
      causes: causes.map(([reason, field, message]) => ({ reason, field, message })),
    },
  });
}
