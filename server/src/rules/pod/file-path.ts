import type { Check } from '../causes.ts';

/** A path that does not climb. */
export const checkWithoutBacksteps: Check = (path, causes) => {
  if (path.text?.split('/').includes('..')) {
    causes.invalid(path, "must not contain '..'", { code: 'file-path' });
  }
};

/** A path below some folder. */
export const checkRelativePath: Check = (path, causes) => {
  if (path.text?.startsWith('/')) causes.invalid(path, 'must be a relative path', { code: 'file-path' });
  checkWithoutBacksteps(path, causes);
};

/** A path below a volume's folder, which keeps names that begin with two dots to itself. */
export const checkPathInVolume: Check = (path, causes) => {
  checkRelativePath(path, causes);
  if (path.text?.startsWith('..') && !path.text.startsWith('../')) {
    causes.invalid(path, "must not start with '..'", { code: 'file-path' });
  }
};

/** The permission bits of a file. */
export const checkFileMode: Check = (mode, causes) => {
  const { number } = mode;
  if (number === undefined || (number >= 0 && number <= 0o777)) return;
  causes.invalid(mode, 'must be a number between 0 and 0777 (octal), both inclusive', { code: 'file-mode' });
};

/** Which key of a ConfigMap or Secret becomes which file. */
export const checkKeyToPath: Check = (item, causes) => {
  for (const name of ['key', 'path']) if (item.at(name).text === '') causes.required(item.at(name));
  checkPathInVolume(item.at('path'), causes);
  checkFileMode(item.at('mode'), causes);
};
