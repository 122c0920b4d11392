import type { KubernetesVersion } from '../../../../server/src/catalog/catalog.ts';
import { refusal } from '../answers.ts';
import type { Case, Expectation, RawRequest, Situation } from '../case.ts';
import { certificateRequests } from '../certificate-requests.ts';
import { absent, matching, type Pattern } from '../patterns.ts';
import type { KindUnderTest } from '../served-kinds.ts';

/** The cases of CertificateSigningRequests: who makes them, who decides on them and how, and what is signed. */
export function certificateCases(requests: KindUnderTest): Case[] {
  return [
    ...creationCases(requests),
    ...approvalCases(requests),
    ...statusCases(requests),
    ...signerCases(requests),
  ];
}

function creationCases(requests: KindUnderTest): Case[] {
  const row = rowOf(requests, 'create');
  const make = (spec: object): RawRequest => ({ ...requests.made, body: withSpec(requests, spec) });
  return [
    row('success', 'it says who made it, whatever is sent', {
      given: [],
      request: make({ username: 'somebody', groups: ['else'], uid: 'x', extra: { a: ['b'] } }),
      expect: {
        code: 201,
        body: { spec: { username: matching(/^(?!somebody$)./), extra: absent }, status: {} },
      },
    }),
    row('success', 'it is not decided on, whatever is sent', {
      given: [],
      request: {
        ...requests.made,
        body: { ...requests.object, status: { conditions: [condition('Approved')], certificate: 'AAAA' } },
      },
      expect: { code: 201, body: { status: { conditions: absent, certificate: absent } } },
    }),
    row('forbidden', 'a certificate of those who may do everything', {
      given: [],
      request: make({
        request: certificateRequests.master,
        signerName: clientSigner,
        usages: ['client auth'],
      }),
      expect: refusal(
        403,
        'Forbidden',
        'certificatesigningrequests.certificates.k8s.io "{name}" is forbidden: use of kubernetes.io/kube-apiserver-client signer with system:masters group is not allowed',
        { details: { name: '{name}', group: 'certificates.k8s.io', kind: 'certificatesigningrequests' } },
      ),
    }),
    row('bad body', 'its key has not signed it', {
      given: [],
      request: make({ request: certificateRequests.forged }),
      expect: invalid([
        'FieldValueInvalid',
        'spec.request',
        `Invalid value: "${certificateRequests.forged}": x509: ECDSA verification failure`,
      ]),
    }),
  ];
}

function approvalCases(requests: KindUnderTest): Case[] {
  const path = `${requests.path}/approval`;
  const row = rowOf(requests, 'patch', 'Approval');
  const patch = (...conditions: object[]): RawRequest => merged(path, { status: { conditions } });
  const approved = patch(condition('Approved'));
  const refused = (
    title: string,
    given: readonly RawRequest[],
    conditions: readonly object[],
    ...causes: Cause[]
  ): Case => row('bad body', title, { given, request: patch(...conditions), expect: invalid(...causes) });
  return [
    row('success', 'the server says when', {
      request: approved,
      expect: {
        code: 200,
        body: {
          status: {
            conditions: [{ ...condition('Approved'), lastUpdateTime: time, lastTransitionTime: time }],
          },
        },
      },
    }),
    row('success', 'with other words', {
      given: [approved],
      request: patch({ ...condition('Approved'), message: 'once more' }),
      expect: { code: 200, body: { status: { conditions: [{ message: 'once more' }] } } },
    }),
    row('success', 'a condition of any other kind', {
      request: patch({ ...condition('Seen'), status: 'False' }),
      expect: { code: 200, body: { status: { conditions: [{ type: 'Seen', status: 'False' }] } } },
    }),
    row('success', 'only that is changed', {
      request: merged(path, {
        spec: { signerName: 'other.example.com/x' },
        metadata: { annotations: { colour: 'red' } },
        status: { certificate: 'AAAA' },
      }),
      expect: {
        code: 200,
        body: {
          metadata: { annotations: { colour: 'red' } },
          spec: { signerName: signerOf(requests) },
          status: { certificate: absent },
        },
      },
    }),
    row('success', 'only tried', {
      request: { ...approved, query: { dryRun: 'All' } },
      expect: { code: 200, body: { status: { conditions: [condition('Approved')] } } },
      afterwards: [
        { request: { method: 'GET', path }, expect: { code: 200, body: { status: { conditions: absent } } } },
      ],
    }),
    refused('a decision is final', [approved], [condition('Denied')], removed('Approved')),
    refused('a decision cannot be taken back', [approved], [], removed('Approved')),
    refused(
      'both',
      [approved],
      [condition('Approved'), condition('Denied')],
      ['FieldValueInvalid', 'status.conditions', bothAtOnce[requests.release]],
    ),
    refused(
      'not approved, and not denied',
      [],
      [{ ...condition('Approved'), status: 'False' }],
      [
        'FieldValueNotSupported',
        'status.conditions[0].status',
        'Unsupported value: "False": supported values: "True"',
      ],
    ),
    refused(
      'a status that is none',
      [],
      [{ ...condition('Seen'), status: 'Maybe' }],
      [
        'FieldValueNotSupported',
        'status.conditions[0].status',
        'Unsupported value: "Maybe": supported values: "False", "True", "Unknown"',
      ],
    ),
    refused(
      'no status',
      [],
      [{ type: 'Approved' }],
      ['FieldValueRequired', 'status.conditions[0].status', 'Required value'],
    ),
    refused(
      'no type',
      [],
      [condition('')],
      ['FieldValueRequired', 'status.conditions[0].type', 'Required value'],
    ),
    refused(
      'twice',
      [],
      [condition('Seen'), condition('Seen')],
      ['FieldValueDuplicate', 'status.conditions[1].type', 'Duplicate value: "Seen"'],
    ),
  ];
}

function statusCases(requests: KindUnderTest): Case[] {
  const path = `${requests.path}/status`;
  const row = rowOf(requests, 'patch', 'Status');
  const bad = (title: string, status: object, cause: Cause): Case =>
    row('bad body', title, { request: merged(path, { status }), expect: invalid(cause) });
  const certificate = (problem: string): Cause => [
    'FieldValueInvalid',
    'status.certificate',
    `Invalid value: "<certificate data>": ${problem}`,
  ];
  return [
    bad('it decides on nothing', { conditions: [condition('Approved')] }, [
      'FieldValueForbidden',
      'status.conditions',
      'Forbidden: updates may not add a condition of type "Approved"',
    ]),
    bad(
      'what is no certificate',
      { certificate: pem('CERTIFICATE', 'AAAA') },
      certificate('x509: malformed certificate'),
    ),
    bad(
      'nothing at all',
      { certificate: 'AAAA' },
      certificate('must contain at least one CERTIFICATE PEM block'),
    ),
    bad(
      'a request again',
      { certificate: certificateRequests.user },
      certificate('only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"'),
    ),
    row('bad body', 'a failure is final', {
      given: [merged(path, { status: { conditions: [condition('Failed')] } })],
      request: merged(path, { status: { conditions: [] } }),
      expect: invalid(removed('Failed')),
    }),
    row('success', 'a decision stays as it is', {
      given: [merged(`${requests.path}/approval`, { status: { conditions: [condition('Denied')] } })],
      request: merged(path, {
        status: { conditions: [{ ...condition('Denied'), message: 'other' }, condition('Seen')] },
      }),
      expect: {
        code: 200,
        body: {
          status: {
            conditions: [condition('Denied'), { ...condition('Seen'), lastTransitionTime: time }],
          },
        },
      },
    }),
  ];
}

/** The signers of Kubernetes sign what is approved, or say why not. Clusters elsewhere may have others in their place. */
function signerCases(requests: KindUnderTest): Case[] {
  const row = rowOf(requests, 'read');
  const approve = merged(`${requests.path}/approval`, { status: { conditions: [condition('Approved')] } });
  const rows: [string, object, Pattern, 'approved' | 'left'][] = [
    [
      'signed for a client',
      { request: certificateRequests.user, signerName: clientSigner, usages: ['client auth'] },
      { certificate: matching(/^LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t/) },
      'approved',
    ],
    [
      'signed for the server of a node',
      {
        request: certificateRequests.nodeServer,
        signerName: 'kubernetes.io/kubelet-serving',
        usages: ['server auth', 'digital signature'],
      },
      { certificate: matching(/^LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t/) },
      'approved',
    ],
    [
      'approved by itself, and signed, for a node',
      {
        request: certificateRequests.node,
        signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
        usages: ['client auth', 'digital signature'],
      },
      {
        certificate: matching(/^LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t/),
        conditions: [
          {
            type: 'Approved',
            status: 'True',
            reason: 'AutoApproved',
            message: 'Auto approving kubelet client certificate after SubjectAccessReview.',
          },
        ],
      },
      'left',
    ],
    failed('for a usage of a server', ['server auth'], 'invalid usage for client certificate: server auth'),
    failed(
      'for no usage of a client',
      ['digital signature'],
      'missing required usage for client certificate: client auth',
    ),
    [
      'not signed for who is no node',
      {
        request: certificateRequests.user,
        signerName: 'kubernetes.io/kubelet-serving',
        usages: ['server auth', 'digital signature'],
      },
      failure('subject organization is not system:nodes'),
      'approved',
    ],
  ];
  return rows.map(([title, spec, status, decided]) =>
    row('success', title, {
      disturbs: 'who signs, and what, is a matter of the cluster',
      within: 'eventually',
      given: [
        { ...requests.made, body: withSpec(requests, spec) },
        ...(decided === 'approved' ? [approve] : []),
      ],
      request: { method: 'GET', path: requests.path },
      expect: { code: 200, body: { status } },
    }),
  );
}

function failed(title: string, usages: string[], message: string): [string, object, Pattern, 'approved'] {
  const spec = { request: certificateRequests.user, signerName: clientSigner, usages };
  return [`not signed ${title}`, spec, failure(message), 'approved'];
}

function failure(message: string): Pattern {
  return {
    certificate: absent,
    conditions: [
      { type: 'Approved' },
      { type: 'Failed', status: 'True', reason: 'SignerValidationFailure', message },
    ],
  };
}

const clientSigner = 'kubernetes.io/kube-apiserver-client';
const time = matching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

type Cause = [reason: string, field: string, message: string];

function rowOf(requests: KindUnderTest, verb: string, subresource = '') {
  return (
    situation: Situation,
    title: string,
    { given = [], ...more }: Partial<Case> & Pick<Case, 'request' | 'expect'>,
  ): Case => ({
    operation: requests.key(verb, subresource),
    situation,
    title,
    given: verb === 'patch' ? [requests.made, ...given] : given,
    ...more,
  });
}

function condition(type: string): { type: string; status: string; reason: string; message: string } {
  return { type, status: 'True', reason: 'Tried', message: 'by the suite' };
}

function removed(type: string): Cause {
  const message = `Forbidden: updates may not remove a condition of type "${type}"`;
  return ['FieldValueForbidden', 'status.conditions', message];
}

function invalid(...causes: readonly Cause[]): Expectation {
  const sentences = causes.map(([, field, message]) => `${field}: ${message}`);
  const text = sentences.length === 1 ? sentences[0] : `[${sentences.join(', ')}]`;
  return refusal(
    422,
    'Invalid',
    `CertificateSigningRequest.certificates.k8s.io "{name}" is invalid: ${text}`,
    {
      details: {
        name: '{name}',
        group: 'certificates.k8s.io',
        kind: 'CertificateSigningRequest',
        causes: causes.map(([reason, field, message]) => ({ reason, field, message })),
      },
    },
  );
}

function merged(path: string, body: object): RawRequest {
  return { method: 'PATCH', path, headers: { 'content-type': 'application/merge-patch+json' }, body };
}

function withSpec({ object }: KindUnderTest, spec: object): Record<string, unknown> {
  return { ...object, spec: { ...(object.spec as object), ...spec } };
}

function signerOf({ object }: KindUnderTest): string {
  return (object.spec as { signerName: string }).signerName;
}

function pem(type: string, body: string): string {
  return btoa(`-----BEGIN ${type}-----\n${body}\n-----END ${type}-----\n`);
}

/** What is said of a request that is approved and denied, by the version of the server. */
const bothAtOnce: Readonly<Record<KubernetesVersion, string>> = {
  1.34: 'Invalid value: "{Conditions[{\\"type\\": \\"Approved\\"}], Conditions[{\\"type\\": \\"Denied\\"}]}": must specify at most one of: `Conditions[{"type": "Approved"}]`, `Conditions[{"type": "Denied"}]`',
  1.35: 'Invalid value: "{conditions[{\\"type\\": \\"Approved\\"}], conditions[{\\"type\\": \\"Denied\\"}]}": must specify at most one of: `conditions[{"type": "Approved"}]`, `conditions[{"type": "Denied"}]`',
  1.36: 'Invalid value: "Denied": Approved and Denied conditions are mutually exclusive',
};
