/**
 * The tag of the image that a container names: `latest` where neither a tag nor a digest is given, nothing where a digest
 * is, or where no registry knows such a name. The grammar is that of container registries (the reference format of the
 * distribution project), with the hub's domain and `library/` before short names.
 */
export function imageTag(image: string): string | undefined {
  const plain = image.length < 64 ? plainImage.exec(image) : null;
  if (plain) return plain[1] ?? 'latest';
  if (/^[a-f0-9]{64}$/.test(image)) return undefined;
  const { domain, rest } = domainOf(image);
  const at = rest.indexOf('@');
  const named = at < 0 ? rest : rest.slice(0, at);
  const colon = named.indexOf(':');
  const path = colon < 0 ? named : named.slice(0, colon);
  const tag = colon < 0 ? undefined : named.slice(colon + 1);
  const digest = at < 0 ? undefined : rest.slice(at + 1);
  const isName = path.split('/').every(isPathComponent) && domain.length + 1 + path.length <= longestName;
  if (!isName || !isDomain(domain)) return undefined;
  if (tag !== undefined && !/^\w[\w.-]{0,127}$/.test(tag)) return undefined;
  if (digest !== undefined && !isDigest(digest)) return undefined;
  return tag ?? (digest === undefined ? 'latest' : undefined);
}

/** Nearly every image, and none that the grammar refuses: small letters and digits, with a dot or dashes between them. */
const plainImage =
  /^[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|-+)[a-z0-9]+)*)*(?::(\w[\w.-]{0,127}))?$/;

const longestName = 255;
const hub = 'docker.io';

function domainOf(image: string): { domain: string; rest: string } {
  const slash = image.indexOf('/');
  if (slash < 0) return { domain: hub, rest: `library/${image}` };
  const [first, rest] = [image.slice(0, slash), image.slice(slash + 1)];
  const isDomainItself = first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first;
  const domain = isDomainItself && first !== `index.${hub}` ? first : hub;
  const remote = isDomainItself ? rest : image;
  return { domain, rest: domain === hub && !remote.includes('/') ? `library/${remote}` : remote };
}

function isDomain(domain: string): boolean {
  const host = domain.replace(/:[0-9]+$/, '');
  if (/^\[[a-fA-F0-9:]+\]$/.test(host)) return true;
  return host.split('.').every((label) => /^[a-zA-Z0-9-]+$/.test(label) && !/^-|-$/.test(label));
}

function isPathComponent(component: string): boolean {
  return /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/.test(component);
}

function isDigest(digest: string): boolean {
  const colon = digest.indexOf(':');
  const digits = digestLengths.get(digest.slice(0, colon));
  const sum = digest.slice(colon + 1);
  return sum.length === digits && /^[a-f0-9]+$/.test(sum);
}

/** Of the algorithms that registries know. */
const digestLengths = new Map([
  ['sha256', 64],
  ['sha384', 96],
  ['sha512', 128],
]);
