import { expect, test } from 'vitest';
import { resources } from '../../../../sandbox/src/controllers/objects.ts';
import { startServiceCidrs } from '../../../../sandbox/src/controllers/service-cidrs.ts';
import { ManualClock, MemoryStore } from './memory-store.ts';

function cluster(cidrs: readonly string[]) {
  const clock = new ManualClock();
  const store = new MemoryStore(clock);
  startServiceCidrs(store, clock);
  const make = (name: string, cidr: string) =>
    store.create(resources.serviceCidrs, {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'ServiceCIDR',
      metadata: { name },
      spec: { cidrs: [cidr] },
    });
  for (const [index, cidr] of cidrs.entries()) make(`cidr-${index}`, cidr);
  clock.advance(0);
  const first = () => store.get(resources.serviceCidrs, undefined, 'cidr-0');
  const remove = () =>
    store.update(resources.serviceCidrs, undefined, 'cidr-0', 'somebody', ({ metadata }) => {
      metadata.deletionTimestamp = new Date(clock.now()).toISOString();
    });
  const isHeld = () => first()?.metadata.finalizers !== undefined;
  const condition = () => (first()?.status as { conditions: object[] } | undefined)?.conditions[0];
  return { clock, store, first, condition, remove, isHeld };
}

test('a ServiceCIDR is protected and ready', () => {
  const { first, condition } = cluster(['10.97.0.0/24']);
  expect(first()?.metadata.finalizers).toEqual(['networking.k8s.io/service-cidr-finalizer']);
  expect(condition()).toMatchObject({
    type: 'Ready',
    status: 'True',
    reason: '',
    message: 'Kubernetes Service CIDR is ready',
  });
  expect(
    first()?.metadata.managedFields?.map(({ manager, operation, subresource }) => [
      manager,
      operation,
      subresource,
    ]),
  ).toContainEqual(['service-cidr-controller', 'Apply', 'status']);
});

test('what is said already is not written again', () => {
  const { clock, first } = cluster(['10.97.0.0/24']);
  const before = first()?.metadata.resourceVersion;
  clock.advance(60_000);
  expect(first()?.metadata.resourceVersion).toBe(before);
});

test('it goes ten seconds after its deletion', () => {
  const { clock, remove, isHeld } = cluster(['10.97.0.0/24']);
  remove();
  clock.advance(9_000);
  expect(isHeld()).toBe(true);
  clock.advance(2_000);
  expect(isHeld()).toBe(false);
});

test.each<[title: string, cidrs: string[], address: string, stays: boolean]>([
  ['an address that is in use holds it', ['10.97.0.0/24'], '10.97.0.7', true],
  ['one of another does not', ['10.97.0.0/24'], '10.98.0.7', false],
  ['nor one that another has too', ['10.97.0.0/24', '10.97.0.0/16'], '10.97.0.7', false],
  ['of IPv6 as well', ['2001:db8::/112'], '2001:db8::7', true],
])('%s', (_title, cidrs, address, stays) => {
  const { clock, store, condition, remove, isHeld } = cluster(cidrs);
  store.create(resources.ipAddresses, {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'IPAddress',
    metadata: { name: address },
  });
  remove();
  clock.advance(30_000);
  expect(isHeld()).toBe(stays);
  if (!stays) return;
  expect(condition()).toMatchObject({ status: 'False', reason: 'Terminating' });
  store.delete(resources.ipAddresses, undefined, address);
  clock.advance(30_000);
  expect(isHeld()).toBe(false);
});
