/**
 * What stands at a path, as far as it is read:
 *
 * - `special`: a device, a pipe or a socket, which is not read;
 * - `too-large`: a file that is larger than anybody writes one, which is not read;
 * - `outside`: something outside of a workspace that is not trusted, which is not even looked at.
 */
export type FileLook = 'file' | 'folder' | 'none' | LeftFile;

/** Why what is at a path is left alone. */
export type LeftFile = 'special' | 'too-large' | 'outside';
