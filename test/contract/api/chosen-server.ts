import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type KubernetesVersion, kubernetesVersions } from '../../../server/src/catalog/catalog.ts';
import { buildControlPlane } from '../../control-plane/build.mjs';
import { type ControlPlane, startControlPlane } from '../../control-plane/control-plane.ts';
import { startSandbox } from '../../support/sandbox.ts';
import { openServer } from './open-server.ts';

/** The server that the suite speaks to. */
export interface ChosenServer {
  /** `any cluster` has other users, who must not be disturbed. */
  kind: 'sandbox' | 'real control plane' | 'any cluster';
  /** For the title of the tests. */
  name: string;
  version: KubernetesVersion;
  start(): Promise<StartedChosen>;
}

/** What a test has of the server once it runs. */
export interface StartedChosen {
  kubeconfig: string;
  /** What may be done to a server that nobody else uses. */
  faults?: Pick<ControlPlane, 'restartServer' | 'compact'>;
  /** The folder whose files say what Pods do, of a real control plane. */
  pods?: string;
  stop(): Promise<void>;
}

/**
 * The server that the environment asks for: `KUBECONFIG_REAL` names the kubeconfig of any cluster,
 * `KUBEWRIGHT_CONTRACT_SERVER=real` asks for a control plane of `test/control-plane`, and without both it is the sandbox.
 * `KUBEWRIGHT_CONTRACT_VERSION` is its Kubernetes version, which any cluster says itself. Throws for a version that there
 * is not.
 */
export async function chosenServer(environment: NodeJS.ProcessEnv): Promise<ChosenServer> {
  const kubeconfig = environment.KUBECONFIG_REAL;
  const asked = environment.KUBEWRIGHT_CONTRACT_VERSION ?? (kubeconfig && (await versionBehind(kubeconfig)));
  const version = versionOf(asked ?? '1.35');
  if (kubeconfig) {
    const start = async () => ({ kubeconfig, stop: async () => {} });
    return { kind: 'any cluster', name: `the cluster of ${kubeconfig}`, version, start };
  }
  if (environment.KUBEWRIGHT_CONTRACT_SERVER === 'real') {
    const start = () => startReal(version);
    return { kind: 'real control plane', name: `kube-apiserver ${version}`, version, start };
  }
  const args = ['--service-account-admission'];
  const start = () => startSandbox({ kubernetesVersion: version, args });
  return { kind: 'sandbox', name: `the sandbox as ${version}`, version, start };
}

async function versionBehind(kubeconfig: string): Promise<string> {
  const server = await openServer(kubeconfig);
  try {
    const answer = await server.send({ method: 'GET', path: '/version', headers: {}, body: undefined });
    const { major, minor } = answer.body as { major: string; minor: string };
    return `${major}.${Number.parseInt(minor, 10)}`;
  } finally {
    server.close();
  }
}

function versionOf(text: string): KubernetesVersion {
  const version = kubernetesVersions.find((each) => each === text);
  if (!version)
    throw new Error(`there is no Kubernetes ${text} here: choose one of ${kubernetesVersions.join(', ')}`);
  return version;
}

async function startReal(version: KubernetesVersion) {
  const folder = await mkdtemp(join(tmpdir(), 'kubewright-control-plane-'));
  const programs = await buildControlPlane(version);
  const controlPlane = await startControlPlane({ programs, folder, now: new Date() });
  return {
    kubeconfig: controlPlane.kubeconfig,
    faults: controlPlane,
    pods: controlPlane.pods,
    async stop() {
      await controlPlane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
