import { randomBytes } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { parse } from 'yaml';
import type { Cluster } from '../../../client/src/cluster/cluster.ts';
import type { KubeObject, ObjectReference } from '../../../client/src/cluster/kube-object.ts';
import { loadKubeContexts } from '../../../client/src/cluster/kubeconfig/load.ts';
import { openCluster } from '../../../client/src/cluster/open.ts';
import type { Protection } from '../../../client/src/cluster/protection/protection.ts';
import type { ChosenServer, StartedChosen } from '../api/chosen-server.ts';
import { runLabel } from '../api/run-case.ts';

/** A server with a namespace of its own, in which Pods run whose streams are tried. */
export interface StreamScene {
  readonly started: StartedChosen;
  readonly namespace: string;
  /** Of a user who may everything. */
  readonly admin: Cluster;
  /** Opens the cluster anew; as another user, who may what was granted, by another port of 127.0.0.1, or protected. */
  open(options?: OpenOptions): Promise<Cluster>;
  /** A kubeconfig of the cluster, for programs. */
  kubeconfig(options?: OpenOptions): Promise<string>;
  /** Makes a Pod with these containers, and waits until it runs. */
  run(name: string, options?: PodOptions): Promise<ObjectReference>;
  /** Lets a user do these with a subresource of Pods. */
  grant(user: string, verbs: readonly string[], subresource: string): Promise<void>;
  /** The file that says something of a Pod (`main.log`, `port-80`), of a real control plane; its folder is there. */
  file(pod: ObjectReference, name: string): Promise<string>;
  /** Adds lines to a container's log, in the format of container runtimes, of a real control plane. */
  log(pod: ObjectReference, container: string, lines: string): Promise<void>;
  stop(): Promise<void>;
}

/** How a cluster of a scene is opened. */
export interface OpenOptions {
  readonly user?: string;
  readonly port?: number;
  /** As a person's settings protect it; not at all where nothing is said. */
  readonly protection?: Protection;
}

/** What a Pod of a scene has beside its name. */
export interface PodOptions {
  readonly containers?: readonly string[];
  readonly labels?: Readonly<Record<string, string>>;
  readonly spec?: Readonly<Record<string, unknown>>;
}

/** Starts the server, and makes the namespace. */
export async function openStreamScene(chosen: ChosenServer): Promise<StreamScene> {
  const namespace = `run${randomBytes(3).toString('hex')}`;
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-streams-'));
  const started = await chosen.start();
  const opened: Cluster[] = [];
  let files = 0;
  const kubeconfig = async ({ user, port }: OpenOptions = {}): Promise<string> => {
    const config = parse(await readFile(started.kubeconfig, 'utf8'));
    if (user !== undefined) for (const each of config.users) each.user.as = user;
    if (port !== undefined) {
      for (const { cluster } of config.clusters) cluster.server = `https://127.0.0.1:${port}`;
    }
    const file = join(folder, `kubeconfig-${files++}`);
    await writeFile(file, JSON.stringify(config), { mode: 0o600 });
    return file;
  };
  const open = async (options: OpenOptions = {}): Promise<Cluster> => {
    const paths = { merged: [await kubeconfig(options)], extra: [] };
    const { contexts } = await loadKubeContexts(paths);
    const { protection = 'none' } = options;
    const cluster = openCluster(contexts[0]!, {
      files: paths,
      allowExec: () => false,
      protectionOf: () => protection,
    });
    opened.push(cluster);
    return cluster;
  };
  const admin = await open();
  const { find } = await admin.discover();
  const create = (
    apiVersion: string,
    kind: string,
    object: { metadata: KubeObject['metadata']; [field: string]: unknown },
  ) => {
    const resource = find(apiVersion, kind)!;
    const metadata = { ...object.metadata, labels: { ...object.metadata.labels, [runLabel]: namespace } };
    return admin.create(resource, resource.scope === 'Namespaced' ? namespace : undefined, {
      ...object,
      apiVersion,
      kind,
      metadata,
    });
  };
  await create('v1', 'Namespace', { metadata: { name: namespace } });
  const file = async (pod: ObjectReference, name: string): Promise<string> => {
    if (started.pods === undefined) throw new Error('only Pods of a real control plane are said by files');
    const said = join(started.pods, namespace, pod.name);
    await mkdir(said, { recursive: true });
    return join(said, name);
  };

  return {
    started,
    namespace,
    admin,
    open,
    kubeconfig,
    file,
    async run(name, { containers = ['main'], labels = {}, spec = {} } = {}) {
      const pod: ObjectReference = { resource: find('v1', 'Pod')!, namespace, name };
      const object = {
        metadata: { name, labels },
        spec: {
          terminationGracePeriodSeconds: 0,
          containers: containers.map((each) => ({ name: each, image: 'registry.k8s.io/pause:3.10' })),
          ...spec,
        },
      };
      // Pods need the account that a controller makes in every namespace.
      await vi.waitFor(() => create('v1', 'Pod', object), { timeout: 20_000, interval: 100 });
      const runs = async () => {
        const { status } = (await admin.get(pod)) as { status?: { phase?: string } };
        if (status?.phase !== 'Running') throw new Error(`Pod ${name} is ${status?.phase}`);
      };
      await vi.waitFor(runs, { timeout: 20_000, interval: 100 });
      return pod;
    },
    async grant(user, verbs, subresource) {
      const rules = [{ apiGroups: [''], resources: [`pods/${subresource}`], verbs: [...verbs] }];
      const [apiGroup, name] = ['rbac.authorization.k8s.io', `${user}-${subresource}`];
      await create(`${apiGroup}/v1`, 'Role', { metadata: { name }, rules });
      await create(`${apiGroup}/v1`, 'RoleBinding', {
        metadata: { name },
        roleRef: { apiGroup, kind: 'Role', name },
        subjects: [{ apiGroup, kind: 'User', name: user }],
      });
    },
    async log(pod, container, lines) {
      await appendFile(await file(pod, `${container}.log`), lines);
    },
    async stop() {
      await Promise.all(opened.map((cluster) => cluster.dispose()));
      await started.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
