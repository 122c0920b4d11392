/** One thing that a person does with kubectl, and what comes of it. */
export interface KubectlStep {
  /** Words between spaces; those in single quotes are one. `{run}` stands for the id of the run, `{ns}` for its namespace, `{node}` for a node. */
  readonly command: string;
  /** What it reads. */
  readonly input?: string;
  /** What `kubectl edit` runs as the editor. */
  readonly editor?: string;
  /** 0 where nothing is said. */
  readonly code?: number;
  /** What it prints, errors included: the beginning of it, or what matches. */
  readonly prints: string | RegExp;
  /** It is done again until it is so: controllers take part. */
  readonly when?: 'eventually';
  /** Why the control plane of the recipe cannot do it. */
  readonly sandboxAlone?: string;
}

const web = (replicas: number) => `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - {name: web, image: 'example.com/web:1', ports: [{containerPort: 80}]}
`;

const settings = (mode: string) => `apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {mode: ${mode}}
`;

const noContainers = 'nothing runs in the containers of its Pods';

/** What people do every day, story by story. Stories know nothing of one another. */
export const kubectlStories: Readonly<Record<string, readonly KubectlStep[]>> = {
  'looks at the server': [
    { command: 'version', prints: /Server Version: v1\.\d+\.\d+/ },
    {
      command: 'cluster-info',
      prints: /Kubernetes control plane.* is running at.* https:\/\/127\.0\.0\.1:\d+/,
    },
    { command: 'api-versions', prints: /^apps\/v1$/m },
    { command: 'api-resources --api-group=apps -o name', prints: /^deployments\.apps$/m },
    { command: 'api-resources --namespaced=false --verbs=list -o name', prints: /^nodes$/m },
    { command: 'explain pod.spec.containers.image', prints: /FIELD: image <string>/ },
    { command: 'explain deployment.spec.strategy --recursive', prints: /maxSurge/ },
    { command: 'explain ingress --api-version=networking.k8s.io/v1', prints: /GROUP:\s+networking\.k8s\.io/ },
    {
      command: 'explain pod.spec.nodeName --output plaintext-openapiv2',
      prints: /FIELD:\s+nodeName <string>/,
    },
    { command: 'auth whoami', prints: /Username/ },
    { command: 'auth can-i create pods', prints: 'yes' },
    { command: 'auth can-i delete nodes --as={run}-nobody', code: 1, prints: /^no/m },
    { command: 'auth can-i --list', prints: /\*\.\*\s+\[\]\s+\[\]\s+\[\*\]/ },
    { command: 'get --raw /readyz', prints: 'ok' },
    { command: 'get --raw /api/v1/namespaces/{ns}', prints: /"name":"{ns}"/ },
    { command: 'get nothing', code: 1, prints: 'error: the server doesn\'t have a resource type "nothing"' },
    {
      command: 'get pod nothing',
      code: 1,
      prints: 'Error from server (NotFound): pods "nothing" not found',
    },
  ],
  'applies on the client': [
    { command: 'apply -f -', input: settings('a'), prints: 'configmap/settings created' },
    { command: 'apply -f -', input: settings('a'), prints: 'configmap/settings unchanged' },
    { command: 'diff -f -', input: settings('b'), code: 1, prints: /^-\s+mode: a\n\+\s+mode: b$/m },
    {
      command: 'apply -f - --dry-run=server',
      input: settings('b'),
      prints: 'configmap/settings configured (server dry run)',
    },
    { command: 'apply -f -', input: settings('b'), prints: 'configmap/settings configured' },
    { command: 'get configmap settings -o jsonpath={.data.mode}', prints: /^b$/ },
    { command: 'apply view-last-applied configmap settings', prints: /mode: b/ },
    {
      command: 'edit configmap settings',
      editor: "sed -i 's/mode: b/mode: c/'",
      prints: 'configmap/settings edited',
    },
    { command: 'get configmap settings -o jsonpath={.data.mode}', prints: /^c$/ },
    { command: 'replace -f -', input: settings('d'), prints: 'configmap/settings replaced' },
    {
      command: 'replace --force -f -',
      input: settings('e'),
      prints: /configmap "settings" deleted[\s\S]*configmap\/settings replaced/,
    },
    { command: 'delete configmap settings', prints: 'configmap "settings" deleted' },
    {
      command: 'apply -f -',
      input: settings('[1]'),
      code: 1,
      prints: /cannot unmarshal array into Go struct field ConfigMap\.data of type string/,
    },
    {
      command: 'apply -f -',
      input: 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\ndta: {}\n',
      code: 1,
      prints: /unknown field "dta"/,
    },
    {
      command: 'apply -f -',
      input:
        'apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: ConfigMap, metadata: {name: x}, dta: {}}\n',
      code: 1,
      prints: /ValidationError\(ConfigMap\): unknown field "dta" in io\.k8s\.api\.core\.v1\.ConfigMap/,
    },
    {
      command: 'apply -f -',
      input: 'apiVersion: v1\nkind: Nothing\nmetadata: {name: x}\n',
      code: 1,
      prints: /no matches for kind "Nothing" in version "v1"/,
    },
  ],
  'applies on the server': [
    {
      command: 'apply --server-side -f -',
      input: settings('a').replace('settings', 'served'),
      prints: 'configmap/served serverside-applied',
    },
    {
      command: 'apply --server-side --field-manager=other -f -',
      input: settings('b').replace('settings', 'served'),
      code: 1,
      prints: /Apply failed with 1 conflict: conflict with "kubectl": \.data\.mode/,
    },
    {
      command: 'apply --server-side --field-manager=other --force-conflicts -f -',
      input: settings('b').replace('settings', 'served'),
      prints: 'configmap/served serverside-applied',
    },
    {
      command: 'get configmap served -o yaml --show-managed-fields',
      prints: /manager: other\n\s+operation: Apply/,
    },
    {
      command: 'diff --server-side --field-manager=other -f -',
      input: settings('b').replace('settings', 'served'),
      prints: /^$/,
    },
    {
      command: 'delete configmap served --dry-run=server',
      prints: 'configmap "served" deleted (server dry run)',
    },
    { command: 'delete configmap served', prints: 'configmap "served" deleted' },
  ],
  'changes an object': [
    { command: 'create configmap many --from-literal=a=1', prints: 'configmap/many created' },
    {
      command: 'create configmap many --from-literal=a=1',
      code: 1,
      prints: 'error: failed to create configmap: configmaps "many" already exists',
    },
    { command: 'label configmap many tier=front', prints: 'configmap/many labeled' },
    {
      command: 'label configmap many tier=back',
      code: 1,
      prints: "error: 'tier' already has a value (front), and --overwrite is false",
    },
    { command: 'label configmap many tier=back --overwrite', prints: 'configmap/many labeled' },
    { command: 'label configmap many tier-', prints: 'configmap/many unlabeled' },
    { command: 'annotate configmap many note=x', prints: 'configmap/many annotated' },
    { command: `patch configmap many -p '{"data":{"b":"2"}}'`, prints: 'configmap/many patched' },
    {
      command: `patch configmap many --type=merge -p '{"data":{"b":null}}'`,
      prints: 'configmap/many patched',
    },
    {
      command: `patch configmap many --type=json -p '[{"op":"add","path":"/data/c","value":"3"}]'`,
      prints: 'configmap/many patched',
    },
    {
      command: `patch configmap many --type=json -p '[{"op":"test","path":"/data/c","value":"4"}]'`,
      code: 1,
      prints: /the server rejected our request due to an error in our request|testing value \/data\/c failed/,
    },
    { command: `patch configmap many -p '{"data":{"b":"2"}}'`, prints: 'configmap/many patched' },
    { command: `patch configmap many -p '{"data":{"b":"2"}}'`, prints: 'configmap/many patched (no change)' },
    { command: 'get configmap many -o jsonpath={.data}', prints: '{"a":"1","b":"2","c":"3"}' },
    { command: 'delete configmap many --now', prints: 'configmap "many" deleted' },
  ],
  'reads lists': [
    { command: 'create configmap l1 --from-literal=a=1', prints: 'configmap/l1 created' },
    { command: 'create configmap l2 --from-literal=a=1', prints: 'configmap/l2 created' },
    { command: 'label configmap l1 l2 list=yes', prints: /configmap\/l1 labeled\nconfigmap\/l2 labeled/ },
    { command: 'get configmaps -l list=yes', prints: /^NAME\s+DATA\s+AGE\nl1\s+1\s+\d+s\nl2\s+1\s+\d+s/ },
    { command: 'get configmaps -l list=yes -o name', prints: 'configmap/l1\nconfigmap/l2' },
    { command: "get configmaps -l 'list in (yes,no),!other' --no-headers", prints: /^l1 .*\nl2 / },
    {
      command: 'get configmaps --field-selector=metadata.name=l2 --show-labels',
      prints: /l2\s+1\s+\d+s\s+list=yes/,
    },
    {
      command: 'get configmaps --field-selector=data.a=1',
      code: 1,
      prints: /"data\.a" is not a known field selector: only "metadata\.name", "metadata\.namespace"/,
    },
    { command: 'get configmaps -l list=yes --chunk-size=1 -o name', prints: 'configmap/l1\nconfigmap/l2' },
    {
      command: 'get configmaps -l list=yes --sort-by=.metadata.name -o custom-columns=N:.metadata.name',
      prints: 'N\nl1\nl2',
    },
    { command: 'get configmaps -A -l list=yes', prints: /^NAMESPACE\s+NAME/ },
    { command: 'get configmaps -l list=nothing', prints: 'No resources found in {ns} namespace.' },
    { command: 'get configmap l1 -o json', prints: /"kind": "ConfigMap"/ },
    { command: 'describe configmap l1', prints: /^Name:\s+l1\nNamespace:\s+{ns}\nLabels:\s+list=yes/ },
    {
      command: 'get configmaps -l list=yes --watch --request-timeout=1s --output-watch-events -o name',
      prints: /configmap\/l1\nconfigmap\/l2/,
      code: 0,
    },
    {
      command: 'delete configmaps -l list=yes',
      prints: /configmap "l1" deleted[\s\S]*\nconfigmap "l2" deleted/,
    },
  ],
  'runs a Deployment': [
    { command: 'apply -f -', input: web(2), prints: 'deployment.apps/web created' },
    {
      command: 'rollout status deployment/web --timeout=60s',
      prints: /deployment "web" successfully rolled out/,
    },
    // What its controller writes makes no new generation.
    { command: 'get deployment web -o jsonpath={.metadata.generation}', prints: /^1$/ },
    {
      command: 'wait --for=condition=Available deployment/web --timeout=60s',
      prints: 'deployment.apps/web condition met',
    },
    {
      command: 'wait --for=jsonpath={.status.readyReplicas}=2 deployment/web --timeout=60s',
      prints: 'deployment.apps/web condition met',
    },
    {
      command: 'get deployment web',
      prints: /^NAME\s+READY\s+UP-TO-DATE\s+AVAILABLE\s+AGE\nweb\s+2\/2\s+2\s+2\s/,
    },
    {
      command: 'get pods -l app=web -o wide',
      prints:
        /^NAME\s+READY\s+STATUS\s+RESTARTS\s+AGE\s+IP\s+NODE\s+NOMINATED NODE\s+READINESS GATES\nweb-\S+\s+1\/1\s+Running/,
    },
    { command: 'scale deployment web --replicas=3', prints: 'deployment.apps/web scaled' },
    {
      command: 'scale deployment web --current-replicas=7 --replicas=1',
      code: 1,
      prints: 'error: Expected replicas to be 7, was 3',
    },
    {
      command: 'set image deployment/web web=example.com/web:2',
      prints: 'deployment.apps/web image updated',
    },
    { command: 'rollout status deployment/web --timeout=60s', prints: /successfully rolled out/ },
    {
      command: 'rollout history deployment/web',
      prints: /^deployment\.apps\/web \nREVISION\s+CHANGE-CAUSE\n1\s+<none>\n2\s+<none>/,
    },
    { command: 'rollout history deployment/web --revision=1', prints: /Image:\s+example\.com\/web:1/ },
    { command: 'rollout undo deployment/web', prints: 'deployment.apps/web rolled back' },
    {
      command: 'get deployment web -o jsonpath={.spec.template.spec.containers[0].image}',
      prints: 'example.com/web:1',
    },
    { command: 'rollout pause deployment/web', prints: 'deployment.apps/web paused' },
    { command: 'rollout resume deployment/web', prints: 'deployment.apps/web resumed' },
    { command: 'rollout restart deployment/web', prints: 'deployment.apps/web restarted' },
    { command: 'rollout status deployment/web --timeout=60s', prints: /successfully rolled out/ },
    {
      command: 'autoscale deployment web --min=1 --max=3',
      prints: 'horizontalpodautoscaler.autoscaling/web autoscaled',
    },
    { command: 'get hpa web', prints: /web\s+Deployment\/web/ },
    { command: 'expose deployment web --port=80', prints: 'service/web exposed' },
    {
      command: 'get endpointslices -l kubernetes.io/service-name=web -o jsonpath={.items[0].ports[0].port}',
      prints: '80',
      when: 'eventually',
    },
    { command: 'get service web', prints: /web\s+ClusterIP\s+\d+\.\d+\.\d+\.\d+\s+<none>\s+80\/TCP/ },
    { command: 'describe deployment web', prints: /Replicas:\s+3 desired \| 3 updated \| 3 total/ },
    { command: 'events --for deployment/web', prints: /ScalingReplicaSet/ },
    { command: 'logs deployment/web --tail=1', prints: /\S/ },
    { command: 'set env deployment/web MODE=x', prints: 'deployment.apps/web env updated' },
    { command: 'set env deployment/web --list', prints: /MODE=x/ },
    {
      command: 'set resources deployment web --requests=cpu=10m',
      prints: 'deployment.apps/web resource requirements updated',
    },
    { command: 'delete deployment web --cascade=orphan', prints: 'deployment.apps "web" deleted' },
    { command: 'get replicasets -l app=web -o name', prints: /replicaset\.apps\/web-/ },
    {
      command: 'delete replicasets -l app=web --cascade=foreground',
      prints: /replicaset\.apps "web-\S+" deleted/,
    },
    { command: 'get pods -l app=web', prints: 'No resources found in {ns} namespace.', when: 'eventually' },
    {
      command: 'delete service,hpa web',
      prints: /service "web" deleted[\s\S]*horizontalpodautoscaler\.autoscaling "web" deleted/,
    },
  ],
  'creates every typed kind': [
    {
      command: 'create deployment made --image=example.com/web:1 --replicas=1 --port=80',
      prints: 'deployment.apps/made created',
    },
    {
      command: 'run one --image=example.com/one:1 --env=A=b --labels=x=y --port=8080',
      prints: 'pod/one created',
    },
    { command: 'create service clusterip cip --tcp=80:8080', prints: 'service/cip created' },
    { command: 'create service nodeport np --tcp=80', prints: 'service/np created' },
    { command: 'create service loadbalancer lb --tcp=80:http', prints: 'service/lb created' },
    { command: 'create service externalname en --external-name=example.com', prints: 'service/en created' },
    { command: 'create secret generic gen --from-literal=a=b', prints: 'secret/gen created' },
    {
      command: 'create secret docker-registry reg --docker-username=a --docker-password=b',
      prints: 'secret/reg created',
    },
    { command: 'create serviceaccount robot', prints: 'serviceaccount/robot created' },
    { command: 'create token robot', prints: /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/m },
    {
      command: 'create role reader --verb=get,list --resource=pods',
      prints: 'role.rbac.authorization.k8s.io/reader created',
    },
    {
      command: 'create rolebinding reads --role=reader --serviceaccount={ns}:robot',
      prints: 'rolebinding.rbac.authorization.k8s.io/reads created',
    },
    { command: 'auth can-i list pods --as=system:serviceaccount:{ns}:robot', prints: 'yes' },
    { command: 'auth can-i delete pods --as=system:serviceaccount:{ns}:robot', code: 1, prints: 'no' },
    {
      command: 'create clusterrole {run} --verb=get --resource=pods,deployments.apps',
      prints: 'clusterrole.rbac.authorization.k8s.io/{run} created',
    },
    {
      command: 'create clusterrolebinding {run} --clusterrole={run} --group={run}',
      prints: 'clusterrolebinding.rbac.authorization.k8s.io/{run} created',
    },
    { command: 'create quota q --hard=configmaps=100', prints: 'resourcequota/q created' },
    {
      command: 'create poddisruptionbudget pdb --selector=app=made --min-available=50%',
      prints: 'poddisruptionbudget.policy/pdb created',
    },
    {
      command: 'create priorityclass {run} --value=10 --description=x',
      prints: 'priorityclass.scheduling.k8s.io/{run} created',
    },
    { command: 'create job j --image=example.com/job:1 -- sleep 1', prints: 'job.batch/j created' },
    {
      command: 'create cronjob cj --image=example.com/job:1 --schedule=@hourly -- date',
      prints: 'cronjob.batch/cj created',
    },
    { command: 'create job again --from=cronjob/cj', prints: 'job.batch/again created' },
    {
      command: 'create ingress ing --rule=example.com/path*=made:80,tls=sec --class=nginx',
      prints: 'ingress.networking.k8s.io/ing created',
    },
    { command: 'create configmap cm --from-literal=a=b', prints: 'configmap/cm created' },
    { command: 'create namespace {run}-shop', prints: 'namespace/{run}-shop created' },
    {
      command: 'set subject rolebinding reads --user=joe',
      prints: 'rolebinding.rbac.authorization.k8s.io/reads subjects updated',
    },
    { command: 'set selector service cip a=b', prints: 'service/cip selector updated' },
    {
      command: 'set serviceaccount deployment made robot',
      prints: 'deployment.apps/made serviceaccount updated',
    },
    {
      command: 'delete clusterrole,clusterrolebinding,priorityclass {run}',
      prints: /clusterrole\.rbac\.authorization\.k8s\.io "{run}" deleted/,
    },
    { command: 'delete namespace {run}-shop', prints: /^namespace "{run}-shop" deleted/m },
    {
      command: 'delete deployment,pod,job,cronjob --all --wait=false',
      prints: /deployment\.apps "made" deleted/,
    },
  ],
  'reconciles rights': [
    {
      command: 'auth reconcile -f -',
      input:
        'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: {name: reconciled, namespace: {ns}}\nrules:\n  - {apiGroups: [""], resources: [pods], verbs: [get]}\n',
      prints: /role\.rbac\.authorization\.k8s\.io\/reconciled reconciled/,
    },
    { command: 'auth can-i get pods --as={run}-reader', code: 1, prints: 'no' },
    {
      command: 'create rolebinding reconciled --role=reconciled --user={run}-reader',
      prints: 'rolebinding.rbac.authorization.k8s.io/reconciled created',
    },
    { command: 'auth can-i get pods --as={run}-reader', prints: 'yes', when: 'eventually' },
    {
      command: 'get pods --as={run}-reader',
      code: 1,
      prints:
        /Error from server \(Forbidden\): pods is forbidden: User "{run}-reader" cannot list resource "pods" in API group "" in the namespace "{ns}"/,
    },
    {
      command: 'delete role,rolebinding reconciled',
      prints: /role\.rbac\.authorization\.k8s\.io "reconciled" deleted/,
    },
  ],
  'looks after a node': [
    { command: 'cordon {node}', prints: 'node/{node} cordoned' },
    { command: 'get node {node}', prints: /{node}\s+Ready,SchedulingDisabled/ },
    { command: 'cordon {node}', prints: 'node/{node} already cordoned' },
    { command: 'uncordon {node}', prints: 'node/{node} uncordoned' },
    { command: 'taint node {node} {run}=x:PreferNoSchedule', prints: 'node/{node} tainted' },
    { command: 'taint node {node} {run}-', prints: 'node/{node} untainted' },
    { command: 'describe node {node}', prints: /Name:\s+{node}/ },
  ],
  'works in a container': [
    { command: 'run shell --image=example.com/shell:1', prints: 'pod/shell created' },
    { command: 'wait --for=condition=Ready pod/shell --timeout=60s', prints: 'pod/shell condition met' },
    { command: 'logs shell', prints: /\S/ },
    { command: 'logs shell -c other', code: 1, prints: 'error: container other is not valid for pod shell' },
    { command: 'exec shell -- echo hello', prints: /^hello/, sandboxAlone: noContainers },
    {
      command: "exec shell -- sh -c 'exit 7'",
      code: 7,
      prints: 'command terminated with exit code 7',
      sandboxAlone: noContainers,
    },
    {
      command: 'exec -i shell -- cat',
      input: 'what is typed',
      prints: 'what is typed',
      sandboxAlone: noContainers,
    },
    {
      command: 'debug shell --image=example.com/debug:1 --container=look --profile=general',
      prints: '',
      sandboxAlone: 'kubectl waits for it',
    },
    { command: 'delete pod shell --grace-period=1', prints: 'pod "shell" deleted' },
  ],
};
