import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { CatalogReader, KubernetesVersion } from '../../server/src/catalog/catalog.ts';
import { openCatalog } from '../../server/src/catalog/open-catalog.ts';
import type { ApiContext, ServiceAccountAdmission } from './api-context.ts';
import { makeCertificates, makeClientCertificate } from './certificates/make-certificates.ts';
import type { Clock } from './clock.ts';
import { type SigningRequest, startCertificateRequests } from './controllers/certificate-requests.ts';
import { startControllers } from './controllers/start-controllers.ts';
import { ApiServiceController } from './definitions/api-service-controller.ts';
import { DefinitionController } from './definitions/definition-controller.ts';
import { ApiServer } from './http/api-server.ts';
import { OneAtATime } from './http/one-at-a-time.ts';
import { readInternalStructs } from './internal-structs.ts';
import type { Credentials, RestConfig } from './kubeconfig.ts';
import { AccountTokenSecrets } from './lifecycle/account-token-secrets.ts';
import { createAll, createBootstrapObjects } from './lifecycle/bootstrap-objects.ts';
import { GarbageCollector } from './lifecycle/garbage-collector.ts';
import { admitted } from './lifecycle/mutating-admission.ts';
import { NamespaceController } from './lifecycle/namespace-controller.ts';
import { QuotaUsage } from './lifecycle/quota-usage.ts';
import { RoleAggregation } from './lifecycle/role-aggregation.ts';
import { StorageProtection } from './lifecycle/storage-protection.ts';
import type { KubeObject } from './object-store.ts';
import { lazyProtobufFacts } from './protobuf/read-protobuf-facts.ts';
import { builtInResources } from './resources/built-in.ts';
import { Registry } from './resources/registry.ts';
import { Authorizer } from './rights/authorizer.ts';
import { ServiceAccountTokens } from './rights/service-account-tokens.ts';
import { TokenAuthenticator } from './rights/token-authenticator.ts';
import { adminUser, mastersGroup, viewerUser } from './rights/user.ts';
import { readServerFacts } from './server-facts.ts';
import { Compactor } from './store/compactor.ts';
import { ControllerStore } from './store/controller-store.ts';
import type { RandomSource } from './store/random-source.ts';
import { Storage } from './store/storage.ts';

export interface SandboxOptions {
  readonly readCatalog: CatalogReader;
  readonly kubernetesVersion: KubernetesVersion;
  readonly port: number;
  readonly clock: Clock;
  readonly random: RandomSource;
  /** Off when left out. */
  readonly serviceAccountAdmission?: ServiceAccountAdmission;
  /** Objects to start with, beside those that every cluster has. */
  readonly objects: readonly KubeObject[];
  /** How many writes of one resource can be read back; as many as the storage keeps by itself when left out. */
  readonly history?: number | undefined;
}

/** A sandbox that answers. */
export interface RunningSandbox {
  readonly access: RestConfig;
  close(): Promise<void>;
}

/** Starts a cluster on the loopback address. Rejects when the catalog cannot be read or the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { clock, random, kubernetesVersion } = options;
  const [catalog, { certificates, clientCertificate }, index, serverFacts, internalStructs] =
    await Promise.all([
      openCatalog(options.readCatalog, kubernetesVersion),
      credentials(new Date(clock.now())),
      options.readCatalog(`${kubernetesVersion}/index.json`),
      readServerFacts(options.readCatalog, kubernetesVersion),
      readInternalStructs(options.readCatalog, kubernetesVersion),
    ]);
  const scale = catalog.find('autoscaling/v1', 'Scale');
  if (scale) await catalog.load(scale);
  const storage = new Storage({
    listenerFailed: (error) => console.error('sandbox: a controller or watch failed:', error),
    history: options.history,
  });
  const registry = new Registry(await builtInResources(catalog, serverFacts));
  const gitVersion = (JSON.parse(index) as { version: string }).version;
  const api: ApiContext = {
    storage,
    registry,
    catalog,
    clock,
    random,
    kubernetesVersion,
    gitVersion,
    serverFacts,
    internalStructs,
    serviceAccountAdmission: options.serviceAccountAdmission ?? 'off',
    protobufFacts: lazyProtobufFacts(options.readCatalog, options.kubernetesVersion),
  };
  const store = new ControllerStore({
    storage,
    registry,
    clock,
    random,
    admit: (resource, object) => admitted(api, resource, object),
  });
  createBootstrapObjects(api, { authority: certificates.authority, hostname: 'sandbox' });
  // Nothing is left to be done about these objects: controllers begin when all are told of, and need not hear of each.
  await Promise.resolve();
  const authorizer = new Authorizer(storage);
  const controllers = [
    new DefinitionController(api, store),
    new GarbageCollector(api, store),
    new NamespaceController(api, store),
    new RoleAggregation(store),
    new QuotaUsage(store, clock),
    startCertificateRequests(store, clock, {
      signer: certificates.signer,
      mayApproveItself: (request, subresource) => mayApproveItself(authorizer, request, subresource),
    }),
    new ApiServiceController(api, store),
    new StorageProtection(api, store),
    new Compactor(storage, clock),
  ];
  const runtime = startControllers(store, {
    clock,
    kubernetesVersion,
    kubeletVersion: gitVersion,
    authority: certificates.authority,
  });
  await createAll(api, options.objects);
  storage.beginCache();

  const withTokens = Object.entries({ sandbox: adminUser, admin: adminUser, viewer: viewerUser }).map(
    ([context, user]) => ({ context, user, token: newToken() }),
  );
  const tokens = new TokenAuthenticator(
    new Map(withTokens.map(({ user, token }) => [token, user])),
    new ServiceAccountTokens(storage, clock, () => random.uid()),
  );
  controllers.push(
    new AccountTokenSecrets(store, clock, {
      tokens: tokens.serviceAccounts,
      authority: certificates.authority,
    }),
  );
  let address = '';
  const apiServer = new ApiServer({ api, store, kubelet: runtime, tokens, address: () => address });
  const server = createServer({
    key: certificates.key,
    cert: `${certificates.certificate}\n${certificates.authority}`,
    // Whoever shows a certificate of the sandbox's own authority is its owner; nobody has to.
    ca: certificates.authority,
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
    keepAliveTimeout: 60_000,
    // What Go's server takes, and how long one waits for a request that never ends.
    maxHeaderSize: 1024 * 1024,
    headersTimeout: 32_000,
    requestTimeout: 60_000,
  });
  const connections = new OneAtATime();
  server.on('request', (request, response) => {
    connections.begin(request, response, () => void apiServer.handle(request, response));
  });
  server.on('clientError', (error, socket) => connections.refuse(error, socket));
  server.on('upgrade', (request, socket, head) => {
    socket.on('error', () => socket.destroy());
    apiServer.handleUpgrade(request, socket, head);
  });
  server.on('tlsClientError', (_error, socket) => socket.destroy());
  const port = await listen(server, options.port);
  address = `127.0.0.1:${port}`;
  return {
    access: {
      server: `https://${address}`,
      authority: certificates.authority,
      users: new Map<string, Credentials>([
        ...withTokens.map(({ context, token }) => [context, { token }] as const),
        [certificateAdmin, clientCertificate],
      ]),
    },
    async close() {
      runtime.dispose();
      for (const controller of controllers) controller.dispose();
      const closed = new Promise<void>((done) => server.close(() => done()));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Whether who made a request for a kubelet's certificate may have it without anybody looking at it. */
function mayApproveItself(authorizer: Authorizer, { spec }: SigningRequest, subresource: string): boolean {
  const { username = '', groups = [] } = spec;
  const asked = {
    verb: 'create',
    group: 'certificates.k8s.io',
    version: '*',
    resource: 'certificatesigningrequests',
    subresource,
    namespace: '',
    name: '',
  };
  return authorizer.decide({ username, groups }, asked).allowed;
}

/** The certificates of the server, and of the one user who logs in by one. */
async function credentials(now: Date) {
  const certificates = await makeCertificates(now);
  const { signer } = certificates;
  const user = { user: certificateAdmin, groups: [mastersGroup], now };
  return { certificates, clientCertificate: await makeClientCertificate(signer, user) };
}

/** The user of the context whose credentials are a certificate. */
const certificateAdmin = 'cert-admin';

function newToken(): string {
  return randomBytes(32).toString('base64url');
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((done, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', failed);
      done((server.address() as AddressInfo).port);
    });
  });
}
