/** Names that Windows keeps for devices, whatever follows a dot. */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?: *\.| *$)/i;
const forbiddenOnWindows = /[<>:"|?*\\]/;

/** Why a file cannot be named so on a system; undefined where it can. */
export function localNameFault(name: string, platform: NodeJS.Platform): string | undefined {
  if (name.includes('\0') || name.includes('/')) return 'it has a character that no name has';
  if (platform !== 'win32') return undefined;
  const [character] = forbiddenOnWindows.exec(name) ?? [];
  if (character !== undefined) return `Windows has no names with ${character}`;
  for (const each of name) if (each < ' ') return 'Windows has no names with control characters';
  if (/[. ]$/.test(name)) return 'Windows has no names that end with a dot or a blank';
  if (device.test(name)) return 'Windows keeps it for a device';
  return undefined;
}

/** A path where upper and lower case, and the ways to write an accent, are one. */
export function foldedPath(path: string): string {
  return path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}
