import type { Causes, Check } from '../../shared/causes.ts';
import type { Field } from '../../shared/field.ts';

/** A path that does not climb. `named` is how the server names the field, here and below. */
export function checkWithoutBacksteps(path: Field, causes: Causes, named: Field = path): void {
  if (!path.text?.split('/').includes('..')) return;
  causes.invalid(path, "must not contain '..'", { code: 'file-path', named });
}

/** A path below some folder. */
export function checkRelativePath(path: Field, causes: Causes, named: Field = path): void {
  if (path.text?.startsWith('/')) {
    causes.invalid(path, 'must be a relative path', { code: 'file-path', named });
  }
  checkWithoutBacksteps(path, causes, named);
}

/** A path below a volume's folder, which keeps names that begin with two dots to itself. */
export function checkPathInVolume(path: Field, causes: Causes, named: Field = path): void {
  checkRelativePath(path, causes, named);
  if (path.text?.startsWith('..') && !path.text.startsWith('../')) {
    causes.invalid(path, "must not start with '..'", { code: 'file-path', named });
  }
}

/** The permission bits of a file. */
export function checkFileMode(mode: Field, causes: Causes, named: Field = mode): void {
  const { number } = mode;
  if (number === undefined || (number >= 0 && number <= 0o777)) return;
  causes.invalid(mode, 'must be a number between 0 and 0777 (octal), both inclusive', {
    code: 'file-mode',
    named,
  });
}

/** Which key of a ConfigMap or Secret becomes which file. */
export const checkKeyToPath: Check = (item, causes) => {
  for (const name of ['key', 'path']) if (item.at(name).text === '') causes.required(item.at(name));
  checkPathInVolume(item.at('path'), causes);
  checkFileMode(item.at('mode'), causes);
};
