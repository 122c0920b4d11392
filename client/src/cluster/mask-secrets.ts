/**
 * A text without what would let its reader in: tokens, passwords, private keys, the values of headers and fields that
 * carry them, and users in URLs. What each is, stays. Rather too much is masked than too little.
 */
export function maskSecrets(text: string): string {
  return patterns.reduce((masked, [pattern, replacement]) => masked.replace(pattern, replacement), text);
}

const mask = '***';

/** Names of fields, parameters, flags and variables whose values are secret, in any case, with `-`, `_` or nothing between. */
const secretName =
  '(?:(?:access|auth|bearer|id|refresh|session|service[-_]?account|api)[-_]?)?token(?:[-_]?data)?|api[-_]?key|(?:client|private|secret|access)[-_]?(?:secret[-_]?)?(?:access[-_]?)?key(?:[-_]?data)?|client[-_]?secret|pass(?:word|wd|phrase)';

/** A value in quotes, also in those of JSON within JSON, or up to where a bare one ends. */
const value = String.raw`(?:\\?"(?:[^"\\]|\\[^"])*\\?"|'[^']*'|[^\s,;&"'}\])]+)`;

/** What a server says of a field, which is no value of it: `spec.token: Required value`. */
const verdict = String.raw`(?!(?:required value|forbidden|not found|internal error|too (?:long|many|few|short)|field not declared|conflict|must|may not|may only|is|cannot|should)\b)`;
/** What goes before the value that a server refuses: `spec.token: Invalid value: "x"`. */
const refusedValue = '(?:(?:invalid|unsupported|duplicate) value: ?)?';

const patterns: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN ([A-Z ]{0,40}PRIVATE KEY)-----[\s\S]*?(?:-----END \1-----|$)/g, mask],
  // The whole header: after the scheme may come several parts.
  [/\b((?:proxy-)?authorization)(["']\s*[:,]\s*["'])[^"'\r\n]+/gi, `$1$2${mask}`],
  [/\b((?:proxy-)?authorization)(\s*[:=]\s*)[^\r\n]+/gi, `$1$2${mask}`],
  [/\b(bearer|basic|negotiate)\s+[\w.~+/-]{6,}=*/gi, `$1 ${mask}`],
  [/\b(base64url\.bearer\.authorization\.k8s\.io\.)[\w.~+/=-]+/gi, `$1${mask}`],
  [/\b([a-z][a-z\d+.-]{0,30}:\/\/)[^\s/?#"']+@/gi, `$1${mask}@`],
  [/(?<![\w-])eyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, mask],
  [new RegExp(String.raw`(--(?:${secretName}))(\s+|=)${value}`, 'gi'), `$1$2${mask}`],
  [
    // Where a page of a list goes on is no secret.
    new RegExp(
      String.raw`(?<![a-z\d])(?<!continue )(${secretName})(\\?["']?\s*[:=]\s*${verdict}${refusedValue})${value}`,
      'gi',
    ),
    `$1$2${mask}`,
  ],
];
