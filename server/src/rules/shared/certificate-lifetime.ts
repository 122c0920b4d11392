const anHour = 3600;
const aDay = 24 * anHour;
const ninetyOneDays = 91 * aDay;

/** The shortest and the longest time, in seconds, that a Pod's certificate may be asked for of a signer. */
export function certificateLifetime(signer: string): { readonly least: number; readonly most: number } {
  const isOfKubernetes = /^(?:[^/]*\.)?kubernetes\.io(?:\/|$)/.test(signer);
  return { least: anHour, most: isOfKubernetes ? aDay : ninetyOneDays };
}
