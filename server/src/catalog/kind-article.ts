/** The name of a kind behind its article, as it is spoken: `an Ingress`, `an HTTPRoute`, `a UDPRoute`, `a UserGroup`. */
export function withArticle(kind: string): string {
  return `${startsWithVowel(kind) ? 'an' : 'a'} ${kind}`;
}

function startsWithVowel(kind: string): boolean {
  if (isSpelt.test(kind)) return /^[AEFHILMNORSX]/.test(kind) && !spokenAsWord.test(kind);
  if (/^[aeio]/i.test(kind)) return !/^(?:[Ee]u|[Oo]nce|[Oo]ne(?![a-z]))/.test(kind);
  if (/^u/i.test(kind)) return !/^u(?:ni(?![mn])|s[aeiu]|t[aeio]|r[aeio]|bi|k)/i.test(kind);
  return /^(?:heir|honest|hono|hour)/i.test(kind);
}

/** Begins with an abbreviation, whose letters are named one by one. */
const isSpelt = /^[A-Z](?![a-z])/;

const spokenAsWord = /^(?:LAN|MAC|NAT|NIC|RAID|RAM|REST|ROSA|SAML|SAN|SIM|SOPS)/;
