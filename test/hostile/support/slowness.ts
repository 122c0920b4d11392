/**
 * How many times slower this machine is at the moment than the one that limits in CPU time are of: 1 for one that is not,
 * and 2 for one that is slower still.
 * CPU time is no constant of a piece of work: neighbours of a virtual machine take its caches and its clock, and one and the
 * same request has been seen to take 1.4 times as long a minute later. So a fixed piece of work, which is none of the
 * project's code, is measured in the same minute.
 */
export function slowness(): number {
  const times = Array.from({ length: rounds }, () => cpuTimeOf(fixedWork)).toSorted(
    (one, other) => one - other,
  );
  return Math.min(2, Math.max(1, times[Math.floor(rounds / 2)]! / undisturbed));
}

const rounds = 5;
/** Milliseconds that the work takes on a quiet machine of two cores, the one that the limits were set on. */
const undisturbed = 140;

function cpuTimeOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Cuts a text in lines and keeps them as objects by their names, as a reader of manifests does. */
function fixedWork(): number {
  const text = Array.from({ length: 120_000 }, (_, index) => `  key${index}: value of ${index}`).join('\n');
  const entries = new Map<string, { readonly name: string; readonly value: string; readonly line: number }>();
  for (const [line, written] of text.split('\n').entries()) {
    const colon = written.indexOf(':');
    const name = written.slice(0, colon).trim();
    entries.set(name, { name, value: written.slice(colon + 1).trim(), line });
  }
  return [...entries.keys()].toSorted().length + JSON.stringify([...entries.values()]).length;
}
