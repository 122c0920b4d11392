import {
  type Edit,
  instead,
  isLabel,
  isOf,
  isScalar,
  isString,
  type Mutate,
  misspelt,
  pick,
  type Site,
  withoutLines,
} from './sites.ts';

const isInteger = isOf('integer');
const isPort = (site: Site) =>
  /port$/i.test(site.name) && isScalar(site) && Boolean(site.schema?.types.includes('integer'));
const isList = ({ value }: Site) => value.type === 'list';
const isMap = ({ value, path, key }: Site) => value.type === 'map' && path.length > 0 && key !== undefined;
const isQuantity = ({ schema }: Site) => Boolean(schema?.name?.endsWith('.Quantity'));
const isHead = ({ path }: Site) => path.length < 2;
const long = 'x'.repeat(64);

/** Values of other types, and of the right type but out of bounds. One for each fault class. */
export const valueMutations: Readonly<Record<string, Mutate>> = {
  'string-for-int': (site, text, random) => {
    if (!isInteger(site)) return undefined;
    const written = text.slice(site.value.span.start, site.value.span.end);
    return replaced(
      site,
      pick(['"1"', `"${written}"`, '30s', `${written}x`, 'three', '""', '1.5.0'], random),
    );
  },
  'int-range': instead(['2147483648', '-1', '-5', '0', '1000000', '99999999999999999999'], isInteger),
  'float-for-int': instead(
    ['1.5', '0b11', '1e3', '1e0', '1.0', '1.0e1', '5.', '+5', '017', '0o17', '0x10', '1_0'],
    isInteger,
  ),
  'port-range': instead(
    ['0', '65536', '-1', '99999', '70000', '8080.5', '6553600000', '"8080"', 'Bad_Port'],
    isPort,
  ),
  'string-for-bool': instead(
    ['"true"', "'false'", 'True', 'TRUE', 'yes', 'y', 'on', 'off', '"yes"', '1', '0', 'maybe', 'enabled'],
    isOf('boolean'),
  ),
  'list-for-string': instead(['[a]'], isString),
  'map-for-string': instead(['{a: b}'], isString),
  'number-for-string': instead(
    // biome-ignore format: one line
    ['12', '0', '-1', '1.5', '.5', '1.0', '1_000', '12e', '1e400', '017', '0o17', '0x1F', '1:30', '2024-01-01T00:00:00Z', '<<', '=', '~'],
    isString,
  ),
  'yes-on': instead(['yes', 'Yes', 'no', 'No', 'NO', 'on', 'On', 'off', 'OFF', 'y', 'Y', 'true'], isString),
  'empty-string': instead(['""'], isString),
  'bad-enum': (site, _text, random) => {
    const [known] = site.schema?.enum ?? [];
    if (!isScalar(site) || typeof known !== 'string') return undefined;
    const written = pick(['Foo', '""', misspelt(known, random), known.toUpperCase()], random);
    return replaced(site, written);
  },
  'bad-quantity': instead(
    // biome-ignore format: one line
    ['1.5.0', 'abc', '1 Gi', '10MB', '1gi', '-1', '""', '0.0001', '0.1x', '1,5', '1000Mib', '100mm', '128MiB', '1e3', '12E', '0x10', '.5', '5.', '1_000', '+1Gi', '1Ei', '9999999999999999999999'],
    (site) => isScalar(site) && isQuantity(site),
  ),
  'bad-format': instead(
    // biome-ignore format: one line
    ['-lead', 'Upper_Case', '"a b"', 'x..y', 'a/b', '/abs', '../up', '"*"', '300.1.1.1', '10.0.0.0/33', '"1.2.3.4:80"', 'yesterday', '""', 'http://x', 'averyveryverylongportname', '"61 * * * *"', '"@daily"', long],
    (site) => isString(site) && formatted.test(site.name),
  ),
  'bad-name': (site, text, random) => {
    if (site.value.type !== 'scalar' || !/^metadata,name(?:space)?$/.test(site.path.join())) return undefined;
    const name = text.slice(site.value.span.start, site.value.span.end);
    const choices = [
      'Upper',
      'a_b',
      '-lead',
      'trail-',
      '"a b"',
      '""',
      `${name}.x`,
      `${name}..x`,
      `${name}/x`,
      `"${name}:x"`,
    ];
    return replaced(site, pick([...choices, `1${name}`, 'x'.repeat(64), 'x'.repeat(260), '..', '%'], random));
  },
  'bad-label': (site, text, random) => {
    if (!site.key || !isScalar(site) || !isLabel(site)) return undefined;
    if (random() < 0.6) {
      const values = ['"a b"', long, '-lead', '"trail_"', 'a/b', '"a:b"', '""', '~', '"%"'];
      return replaced(site, pick(values, random));
    }
    const { start, end } = site.key.span;
    const key = text.slice(start, end);
    const keys = [`/${key}`, `a/b/${key}`, `Up.er/${key}`, `-${key}`, `"bad ${key}"`, `${long}/${key}`];
    return { start, end, text: pick(keys, random), sub: 'key' };
  },
  'map-for-list': instead(['{a: b}'], isList),
  'empty-list': instead(['[]'], isList),
  'list-for-map': instead(['[a]', '[]'], isMap),
  'string-for-block': instead(
    ['"x"', '3', 'foo', 'true'],
    (site) => site.key !== undefined && (isList(site) || isMap(site)),
  ),
  'empty-map': instead(['{}'], isMap),
  'wrong-apiversion': instead(
    // biome-ignore format: one line
    ['v1', 'apps/v1', 'core/v1', 'extensions/v1beta1', 'policy/v1beta1', 'rbac.authorization.k8s.io/v1beta1', 'storage.k8s.io/v1', 'batch/v1', 'v1beta1', 'v2', '""', 'networking/v1'],
    ({ path }) => path.join() === 'apiVersion',
  ),
  'wrong-kind': (site, text, random) => {
    if (site.path.join() !== 'kind') return undefined;
    const kind = text.slice(site.value.span.start, site.value.span.end);
    const written = pick(
      [
        misspelt(kind, random),
        kind.toLowerCase(),
        `${kind[0]?.toLowerCase()}${kind.slice(1)}`,
        'Ingress',
        'Deployment',
      ],
      random,
    );
    return replaced(site, written);
  },
  'null-value': (site, _text, random) => {
    if (isHead(site)) return undefined;
    return replaced(site, pick(['null', '~', ''], random));
  },
  'cross-field': (site, text, random) => {
    const where = site.path.filter((part) => typeof part === 'string').join('.');
    const fitting = crossFields.filter(([pattern]) => pattern.test(where));
    if (fitting.length === 0) return undefined;
    const [, choices, sub] = pick(fitting, random);
    if (choices.length === 0) {
      const edit = withoutLines(site, text);
      return edit && { ...edit, sub };
    }
    return isScalar(site) ? { ...replaced(site, pick(choices, random)), sub } : undefined;
  },
};

/** Names of fields with a format of their own. */
const formatted =
  /^(?:host|namespace|schedule|timeZone|cidr|ip|ips|clusterIP|externalName|loadBalancerIP|secretName|serviceName|mountPath|subPath|path|image|name|topologyKey|key|hostname|subdomain|storageClassName|priorityClassName|runtimeClassName|serviceAccountName|ingressClassName|ipBlock|creationTimestamp|provisioner|group|plural|singular|volumeName|claimName|nodeName|port|targetPort)$/;

/** Faults between two fields: where, what is written there instead (nothing: the field goes), and their name. */
const crossFields: readonly (readonly [RegExp, readonly string[], string])[] = [
  [/^spec\.selector\.matchLabels\.[^.]+$/, ['other-value'], 'selector-label'],
  [/^spec\.template\.metadata\.labels\.[^.]+$/, ['other-value'], 'template-label'],
  [/^spec\.template\.metadata\.labels$/, [], 'template-labels'],
  [/^spec\.selector\.[^.]+$/, ['other-value'], 'selector'],
  [/volumeMounts\.name$/, ['nope-vol'], 'dangling-volume'],
  [/\.volumes$/, [], 'no-volumes'],
  [/restartPolicy$/, ['Always', 'OnFailure', 'Never'], 'restart-policy'],
  [/^spec\.(?:max|min)Replicas$/, ['0', '1', '1000'], 'hpa-min-gt-max'],
  [/^spec\.type$/, ['ExternalName', 'ClusterIP', 'NodePort', 'LoadBalancer'], 'service-type'],
  [/^spec\.clusterIP$/, ['None', '1.2.3', '""'], 'cluster-ip'],
  [/(?:strategy|updateStrategy)\.type$/, ['Recreate', 'RollingUpdate', 'OnDelete'], 'strategy'],
  [/(?:maxSurge|maxUnavailable|minAvailable)$/, ['0', '"0%"', '"150%"', '-1', '50', 'half'], 'rollout'],
  [/^roleRef\.(?:kind|apiGroup|name)$/, ['Role', 'ClusterRole', '""', 'v1', 'a/b'], 'role-ref'],
  [/^subjects\.(?:kind|apiGroup|namespace|name)$/, ['User', 'ServiceAccount', '""', 'v1'], 'subject'],
  [/Probe\.(?:httpGet|tcpSocket)\.port$/, ['nowhere', '0', '"80"'], 'probe-port'],
  [
    /(?:initialDelaySeconds|periodSeconds|successThreshold|timeoutSeconds|failureThreshold)$/,
    ['0', '-1', '2'],
    'probe-number',
  ],
  [
    /resources\.requests\.[^.]+$/,
    ['100', '500Gi', '0.0001', '"-1"', '1000000000000000000000'],
    'request-gt-limit',
  ],
  [/resources\.limits\.[^.]+$/, ['1m', '0', '"-1"', '~'], 'limit-lt-request'],
  [/^spec\.names\.(?:plural|kind|listKind|singular)$/, ['others', 'Other', '""'], 'definition-name'],
  [/^spec\.(?:group|scope)$/, ['other.example.com', 'Cluster', 'Namespaced'], 'definition-group'],
  [/^metadata\.name$/, ['other-name', 'other.name'], 'other-name'],
  [/ports\.(?:name|port|nodePort|targetPort)$/, ['same', '80', '31000', '"http"'], 'service-ports'],
  [/containers\.name$/i, ['same', 'main'], 'container-name'],
  [/^spec\.(?:accessModes|capacity|resources)$/, [], 'claim'],
  [/accessModes$/, ['ReadWriteMany'], 'access-mode'],
  [/operator$/, ['Exists', 'In', 'NotIn', 'DoesNotExist', 'Gt', 'Equal'], 'operator'],
  [/rules\.http\.paths\.pathType$/, ['Exact', 'Prefix', 'ImplementationSpecific'], 'path-type'],
  [/rules\.http\.paths\.path$/, ['no-slash', '"*"', '//', '/a/../b', '""'], 'path'],
  [/rules\.(?:apiGroups|resources|verbs|nonResourceURLs)$/, [], 'rule-without'],
  [/^type$/, ['kubernetes.io/tls', 'kubernetes.io/dockerconfigjson', 'Opaque'], 'secret-type'],
  [/^spec\.(?:parallelism|completions|backoffLimit)$/, ['-1', '0', '100000'], 'job-number'],
  [/securityContext\.(?:privileged|allowPrivilegeEscalation)$/, ['true', 'false'], 'privilege'],
  [/hostNetwork$/, ['true', 'false'], 'host-network'],
  [/valueFrom\.\w+\.(?:key|fieldPath|name)$/, ['""', 'a b', 'metadata.nope'], 'value-from'],
];

function replaced(site: Site, text: string): Edit {
  return { ...site.value.span, text, sub: text.slice(0, 12) || 'empty' };
}
