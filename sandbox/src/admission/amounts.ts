import { parseQuantity, type Quantity } from '../../../server/src/rules/formats/quantity.ts';
import type { ContainerSpec, PodSpec, ResourceList } from './pod-spec.ts';

/** Amounts that can be compared and added, by the names of resources. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** The amounts of a list; what is no quantity is left out. */
export function amountsOf(list: ResourceList | undefined): Map<string, Quantity> {
  const amounts = new Map<string, Quantity>();
  for (const [name, text] of Object.entries(list ?? {})) {
    const amount = parseQuantity(text);
    if (amount) amounts.set(name, amount);
  }
  return amounts;
}

/** The sum of two. */
export function added(left: Amounts, right: Amounts): Map<string, Quantity> {
  const sum = new Map(left);
  for (const [name, amount] of right) {
    const known = sum.get(name);
    sum.set(name, known ? { ...known, billionths: known.billionths + amount.billionths } : amount);
  }
  return sum;
}

/** What a Pod takes of a node: all containers together, or the init container that takes most. */
export function podAmounts(spec: PodSpec, of: 'requests' | 'limits'): Amounts {
  let sum: Amounts = new Map();
  for (const container of spec.containers ?? []) sum = added(sum, amountsOf(container.resources?.[of]));
  let most: Amounts = new Map();
  let besides: Amounts = new Map();
  for (const container of spec.initContainers ?? []) {
    const own = amountsOf(container.resources?.[of]);
    if (staysBeside(container)) {
      sum = added(sum, own);
      besides = added(besides, own);
      most = larger(most, besides);
    } else most = larger(most, added(own, besides));
  }
  return larger(sum, most);
}

function staysBeside({ restartPolicy }: ContainerSpec): boolean {
  return restartPolicy === 'Always';
}

function larger(left: Amounts, right: Amounts): Amounts {
  const result = new Map(left);
  for (const [name, amount] of right) {
    const known = result.get(name);
    if (!known || known.billionths < amount.billionths) result.set(name, amount);
  }
  return result;
}
