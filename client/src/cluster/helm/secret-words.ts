/** Names of things that are secret, also within longer words. */
const secretPart = /passw(?:or)?d|passphrase|secret|credential|token|(?:api|private|access)-?key/;
/** The same where the word stands alone. */
const secretWord = /(?:^|-)(?:keys?|pass|pwd)(?:-|$)/;
/** Fields that name a Secret, and hold none. */
const namesSecret = /secret-?(?:key-?)?(?:name|ref)s?$|existing-?secret$|pull-?secrets?$|topology-?key$/;
/** Fields that hold what is secret, in whatever object they stand. */
const holdsSecret =
  /passw(?:or)?d$|passphrase$|(?:^|-)(?:pwd|token|credentials?|api-?key|access-?key|private-?key|client-?secret)$/;

/** Whether what has this name is probably secret: a value of a chart, a variable, a key of a ConfigMap. Rather too much is. */
export function looksSecret(name: string): boolean {
  const words = wordsOf(name);
  return (secretPart.test(words) || secretWord.test(words)) && !namesSecret.test(words);
}

/** Whether a text in a field of this name is secret, in an object of any kind. */
export function isSecretField(name: string): boolean {
  return holdsSecret.test(wordsOf(name));
}

/** `dbPassword`, `DB_PASSWORD` and `db.password` are `db-password`. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .replace(/[^a-zA-Z\d]+/g, '-')
    .toLowerCase();
}
