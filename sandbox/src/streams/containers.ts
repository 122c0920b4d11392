import type { Clock } from '../clock.ts';
import { type Container, type Pod, resources } from '../controllers/objects.ts';
import type { ObjectStore } from '../object-store.ts';
import { commandNames } from '../shell/commands.ts';
import { absolutePath, FileError, FileSystem, type StorageBudget } from '../shell/file-system.ts';
import type { ContainerHost } from '../shell/process.ts';
import { configMapData, environmentOf, secretData } from './container-environment.ts';
import { statusOfContainer } from './stream-target.ts';

/** Of so many containers files are kept; those of the one that was used longest ago go first. */
const mostContainers = 100;
const mostBytes = 128 * 1024 * 1024;

interface Volume {
  name: string;
  configMap?: { name?: string };
  secret?: { secretName?: string };
}

interface Mount {
  name: string;
  mountPath?: string;
  subPath?: string;
}

/** What processes find in a container. */
export interface RunningContainer {
  readonly host: ContainerHost;
  readonly environment: ReadonlyMap<string, string>;
  readonly directory: string;
}

/** The files of all containers in which something was run, for as long as these run. */
export class Containers {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #files = new Map<string, FileSystem>();
  readonly #budget: StorageBudget = { bytesLeft: mostBytes };

  constructor(store: ObjectStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    store.subscribe(resources.pods, ({ type, object }) => {
      if (type === 'DELETED') this.#forget(`${object.metadata.uid}/`);
    });
  }

  /** A container as its processes see it; undefined where it does not run. */
  running(pod: Pod, container: Container): RunningContainer | undefined {
    const status = statusOfContainer(pod, container);
    if (!status?.state.running) return undefined;
    return {
      host: {
        files: this.#filesOf(`${pod.metadata.uid}/${container.name}/${status.restartCount}`, pod, container),
        clock: this.#clock,
        hostname: pod.metadata.name ?? '',
      },
      environment: environmentOf(this.#store, pod, container),
      directory: typeof container.workingDir === 'string' ? container.workingDir || '/' : '/',
    };
  }

  #filesOf(key: string, pod: Pod, container: Container): FileSystem {
    const existing = this.#files.get(key);
    this.#files.delete(key);
    const files = existing ?? this.#newFiles(pod, container);
    this.#files.set(key, files);
    return files;
  }

  #newFiles(pod: Pod, container: Container): FileSystem {
    const [oldest] = this.#files.keys();
    if (this.#files.size >= mostContainers && oldest !== undefined) this.#forget(oldest);
    const files = new FileSystem(this.#budget, () => this.#clock.now());
    try {
      for (const path of ['/bin', '/etc', '/root', '/tmp', '/usr/bin', '/var/log']) {
        files.makeDirectory(path, 'with parents');
      }
      for (const name of commandNames()) files.create(`/bin/${name}`, 0o755);
      const { name } = pod.metadata;
      files.write('/etc/hostname', `${name}\n`);
      files.write('/etc/hosts', `127.0.0.1\tlocalhost\n${pod.status?.podIP ?? '127.0.0.1'}\t${name}\n`);
      files.write('/etc/os-release', 'NAME="Kubewright sandbox"\nID=sandbox\n');
      this.#mountVolumes(files, pod, container);
    } catch (error) {
      // A full disk, or a path that is none: what there is of it has to do.
      if (!(error instanceof FileError)) throw error;
    }
    return files;
  }

  #mountVolumes(files: FileSystem, { metadata, spec }: Pod, { volumeMounts, workingDir }: Container): void {
    if (typeof workingDir === 'string') files.makeDirectory(absolutePath(workingDir, '/'), 'with parents');
    for (const { name, mountPath, subPath } of (volumeMounts as Mount[] | undefined) ?? []) {
      if (mountPath === undefined) continue;
      const path = absolutePath(mountPath, '/');
      const volume = (spec.volumes as Volume[] | undefined)?.find((each) => each.name === name);
      const texts = volume?.configMap
        ? configMapData(this.#store, metadata.namespace, volume.configMap.name)
        : secretData(this.#store, metadata.namespace, volume?.secret?.secretName);
      if (subPath !== undefined && texts.has(subPath)) {
        files.makeDirectory(path.slice(0, path.lastIndexOf('/')), 'with parents');
        files.write(path, texts.get(subPath)!);
        continue;
      }
      files.makeDirectory(path, 'with parents');
      for (const [key, text] of texts) files.write(`${path}/${key}`, text);
    }
  }

  #forget(prefix: string): void {
    for (const [key, files] of this.#files) {
      if (!key.startsWith(prefix)) continue;
      files.dispose();
      this.#files.delete(key);
    }
  }
}
