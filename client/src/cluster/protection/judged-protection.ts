import { type ProtectedContext, type Protection, type ProtectionRules, protectionOf } from './protection.ts';

/**
 * How far each context's cluster is protected, judged once for what is known: it is asked for with every request and every
 * line of the tree, and reads the address of every context.
 */
export class JudgedProtection {
  readonly #rules: () => ProtectionRules;
  readonly #levels = new Map<string, Protection>();
  #contexts: readonly ProtectedContext[] = [];

  /** `rules` answers those of now. */
  constructor(rules: () => ProtectionRules) {
    this.#rules = rules;
  }

  /** Takes these for all contexts that there are: several may lead to one server. */
  know(contexts: readonly ProtectedContext[]): void {
    this.#contexts = contexts;
    this.forget();
  }

  /** Judges anew from now on, because the rules may be others. */
  forget(): void {
    this.#levels.clear();
  }

  of(context: ProtectedContext): Protection {
    const key = JSON.stringify([context.name, context.cluster, context.server]);
    const known = this.#levels.get(key);
    if (known !== undefined) return known;
    const level = protectionOf(context, this.#contexts, this.#rules());
    this.#levels.set(key, level);
    return level;
  }
}
