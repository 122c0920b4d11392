/** A path of a container, in the parts that a script needs. */
export interface ContainerPath {
  /** As it is named, so that no program takes it for an option. */
  readonly path: string;
  /** The folder above it. */
  readonly folder: string;
  /** Its last name; empty for the root, and for what can only be a folder. */
  readonly name: string;
}

/** Takes a path of a container apart: one that does not begin with a slash is counted from where its commands begin. */
export function containerPath(named: string): ContainerPath {
  const path = named.startsWith('/') ? named : `./${named}`;
  const end = path.lastIndexOf('/');
  const name = path.slice(end + 1);
  if (name === '' || name === '.' || name === '..') return { path, folder: path, name: '' };
  return { path, folder: path.slice(0, end) || '/', name };
}

/** The name by which what is at a path is copied: its last one; empty where that is none of its own. */
export function lastName(path: string): string {
  const name = path.split('/').findLast((each) => each !== '' && each !== '.') ?? '';
  return name === '..' ? '' : name;
}
