import type { Causes } from '../../shared/causes.ts';
import { certificateLifetime } from '../../shared/certificate-lifetime.ts';
import { checkEnum } from '../../shared/enum.ts';
import { isEnabledByDefault } from '../../shared/feature-gates.ts';
import type { Field } from '../../shared/field.ts';
import { checkLabelSelector } from '../../shared/label-selector.ts';
import { checkSignerName } from '../../shared/signer-name.ts';
import type { PodContext } from './context.ts';
import { checkDownwardFile } from './downward-api.ts';
import { checkFileMode, checkKeyToPath, checkPathInVolume } from './file-path.ts';

/** A volume of several sources that share one folder: no two write the same file. */
export function checkProjected(
  projected: Field,
  { kubernetesVersion }: Pick<PodContext, 'kubernetesVersion'>,
  causes: Causes,
): void {
  checkFileMode(projected.at('defaultMode'), causes);
  const paths = new Paths(projected, causes);
  for (const source of projected.at('sources').items) {
    const kinds = Object.keys(sources).filter((name) => source.at(name).isSet);
    for (const kind of kinds) {
      const isDropped =
        kind === 'podCertificate' && !isEnabledByDefault('PodCertificateRequest', kubernetesVersion);
      if (!isDropped) sources[kind]!(source.at(kind), paths, causes);
    }
    if (kinds.length > 1) {
      causes.forbidden(source, 'may not specify more than 1 volume type per source', {
        code: 'volume-source',
      });
    }
  }
}

/** The files written so far. */
class Paths {
  readonly #volume: Field;
  readonly #causes: Causes;
  readonly #taken = new Set<string>();

  constructor(volume: Field, causes: Causes) {
    this.#volume = volume;
    this.#causes = causes;
  }

  take(path: Field, shown?: unknown): void {
    if (!path.text) return;
    if (this.#taken.has(path.text)) {
      const remark = { code: 'duplicate-path', shown: shown ?? path.text, mark: path } as const;
      this.#causes.invalid(this.#volume, 'conflicting duplicate paths', remark);
    }
    this.#taken.add(path.text);
  }
}

type SourceCheck = (source: Field, paths: Paths, causes: Causes) => void;

const sources: Readonly<Record<string, SourceCheck>> = {
  secret: checkKeys,
  configMap: checkKeys,
  downwardAPI(source, paths, causes) {
    for (const file of source.at('items').items) {
      checkDownwardFile(file, source, causes);
      paths.take(file.at('path'));
    }
  },
  serviceAccountToken(source, paths, causes) {
    const seconds = source.at('expirationSeconds');
    if (seconds.number !== undefined && seconds.number < 600) {
      causes.invalid(seconds, 'may not specify a duration less than 10 minutes', { code: 'number-range' });
    }
    if (seconds.number !== undefined && seconds.number > 2 ** 32) {
      causes.invalid(seconds, 'may not specify a duration larger than 2^32 seconds', {
        code: 'number-range',
      });
    }
    checkOwnPath(source, paths, causes);
  },
  clusterTrustBundle(source, paths, causes) {
    const [name, signer] = [source.at('name'), source.at('signerName')];
    if (name.isSet && signer.isSet) {
      causes.invalid(source, 'only one of name and signerName may be used', { code: 'volume-source' });
    } else if (name.isSet) {
      if (name.text === '') causes.required(name, 'must be a valid object name');
      if (source.at('labelSelector').isSet) {
        causes.invalid(source.at('labelSelector'), 'labelSelector must be unset if name is specified', {
          code: 'volume-source',
        });
      }
    } else if (signer.isSet) {
      if (signer.text === '') causes.required(signer, 'must be a valid signer name');
      checkLabelSelector(source.at('labelSelector'), causes);
    } else if (source.map) {
      causes.required(source, 'either name or signerName must be specified', { code: 'volume-source' });
    }
    checkOwnPath(source, paths, causes);
  },
  podCertificate(source, paths, causes) {
    checkSignerName(source.at('signerName'), causes);
    checkLifetime(source, causes);
    checkEnum(source.at('keyType'), keyTypes, causes);
    const files = ['credentialBundlePath', 'keyPath', 'certificateChainPath'].map((name) => source.at(name));
    for (const file of files) {
      if (!file.isZero) checkPathInVolume(file, causes);
      paths.take(file);
    }
    if (files.every(({ text }) => text === '')) {
      causes.required(
        source,
        'specify at least one of credentialBundlePath, keyPath, and certificateChainPath',
        { code: 'volume-source' },
      );
    }
  },
};

const keyTypes = ['RSA3072', 'RSA4096', 'ECDSAP256', 'ECDSAP384', 'ECDSAP521', 'ED25519'];

function checkLifetime(source: Field, causes: Causes): void {
  const expiration = source.at('maxExpirationSeconds');
  const { number } = expiration;
  const signer = source.at('signerName').text;
  if (!expiration.isSet || number === undefined || signer === undefined) return;
  const { least, most } = certificateLifetime(signer);
  const code = 'number-range';
  if (number < least)
    causes.invalid(expiration, `if provided, maxExpirationSeconds must be >= ${least}`, { code });
  if (number > most)
    causes.invalid(expiration, `if provided, maxExpirationSeconds must be <= ${most}`, { code });
}

function checkKeys(source: Field, paths: Paths, causes: Causes): void {
  const name = source.at('name');
  if (name.text === '') causes.required(name);
  for (const item of source.at('items').items) {
    checkKeyToPath(item, causes);
    paths.take(item.at('path'), name.value);
  }
}

function checkOwnPath(source: Field, paths: Paths, causes: Causes): void {
  const path = source.at('path');
  if (path.text === '') causes.required(path);
  else checkPathInVolume(path, causes);
  paths.take(path);
}
