// What runs in a container, by the shell that it has: POSIX alone, without functions and compound commands. A name is an
// argument, never a part of the script. Whatever ends the connection ends standard input, too: then what was begun is
// removed, by the script itself, because nobody could come back to do it.

/**
 * Stands in a pipeline with what sums, until a line says `summed`. Its arguments: of how many bytes the list is that it hands on before;
 * and which process is the script's. Where its input ends instead, nobody waits for the sum any more: all that the script has
 * started is told to end, if that is a group of its own, as runtimes have it.
 */
const watching = `'test "$1" = 0 || head -c "$1"
q= g=
read -r q
test "$q" = summed && exit 0
read -r _ _ _ _ g _ 2>/dev/null < /proc/self/stat
test "$g" = "$2" && kill -TERM 0'`;

/**
 * Takes a copy in. Its arguments: the path that was named; the folder above it and its last name; the name of what is copied; that
 * of the folder to write to beside; the mode of a file, `keep` or `replace`, `file` or `folder`.
 *
 * It answers a line: `kept WHERE OCCUPANT`; or `no-tar`; or `ready WHERE OCCUPANT tar|cat xargs|- PROGRAM|-`, WHERE being `in` the
 * named folder or `as` the name itself. Then it reads the length in a line and so many bytes, and answers `got SUM`, or the sum
 * alone. It reads `summed`, and puts the copy in its place when it reads `commit`; then it says `done`.
 */
export const takeIn = `
trap '' PIPE
d="$2" n="$3" i=as
test -d "$1" && d="$1" && n="$4" && i=in
cd "$d" || exit 3
t="./$n" a="./$5"
w=nothing
test -e "$t" && w=other
test -f "$t" && w=file
test -d "$t" && w=folder
test -L "$t" && w=link
test "$w" != nothing && test "$7" = keep && echo "kept $i $w" && exit 0
x=cat y=- s=- v= u=
command -v tar >/dev/null 2>&1 && x=tar
test "$x$8" = catfolder && echo no-tar && exit 0
xargs -0 cat </dev/null >/dev/null 2>&1 && y=xargs
cksum </dev/null >/dev/null 2>&1 && s=cksum
sha256sum </dev/null >/dev/null 2>&1 && s=sha256sum
mkdir "$a" || exit 4
echo "ready $i $w $x $y $s"
b= c=0
read -r b
test "$x" = cat || head -c "$b" 2>/dev/null | tar -xmof - -C "$a" || c=$?
test "$x" = tar || head -c "$b" > "$a/new" || c=$?
test "$x" = tar || chmod "$6" "$a/new" || c=$?
test "$c" = 0 && test ! -e "$a/new" && c=1
test "$c" = 0 || rm -rf "$a"
test "$c" = 0 || exit 5
test "$8$s" = file- && v="$(wc -c < "$a/new")"
test "$8" = file && test "$s" != - && u=alone
test "$8" = folder && test "$s" != - && test "$y" = xargs && u=listed
trap : TERM
test "$u" != alone || sh -c ${watching} sh 0 $$ | sh -c "$s || echo failed" < "$a/new"
test "$u" != listed || sh -c ${watching} sh 0 $$ | xargs -0 cat < "$a/names" | sh -c "$s || echo failed"
trap - TERM
test "$u" != '' || echo "got $v"
q=
test "$u" != '' || read -r q
q=
read -r q
test "$q" = commit || rm -rf "$a"
test "$q" = commit || exit 6
z=nothing
test -e "$t" && z=other
test -f "$t" && z=file
test -d "$t" && z=folder
test -L "$t" && z=link
test "$z" = "$w" || rm -rf "$a"
test "$z" = "$w" || exit 7
test "$w" = nothing || test "$w$8" = filefile || mv -f "$t" "$a/old" || c=8
test "$c" = 0 && mv -f "$a/new" "$t" || c=8
test "$c" = 0 || test "$w" = nothing || mv -f "$a/old" "$t" 2>/dev/null
test "$c" = 0 || rm -rf "$a/new" "$a/names"
test "$c" = 0 || rmdir "$a"
test "$c" = 0 || exit 8
rm -rf "$a"
echo done
`;

/** How `takeIn` ends where it does not take a copy in. */
export const takeInExits = { noFolder: 3, noPlace: 4, notUnpacked: 5, otherThere: 7, notMoved: 8 } as const;

/**
 * Gives something out. Its arguments: the path; the folder above it and its last name; `cat` where a file is
 * not to be given by tar. It answers a line, `none` or `file|folder|other
 * tar|cat xargs|- PROGRAM|- SIZE`, and then an archive, or with `cat` the bytes of the file alone. The size is of a file in bytes,
 * of a folder in kilobytes of its disk. A path that is a link is followed: it was named.
 */
export const giveOut = `
k=none
test -e "$1" && k=other
test -f "$1" && k=file
test -d "$1" && k=folder
test "$k" = none && echo none && exit 0
x=cat y=- s=- b=
command -v tar >/dev/null 2>&1 && x=tar
test "$k$4" = filecat && x=cat
xargs -0 cat </dev/null >/dev/null 2>&1 && y=xargs
cksum </dev/null >/dev/null 2>&1 && s=cksum
sha256sum </dev/null >/dev/null 2>&1 && s=sha256sum
test "$k" != folder || cd "$1" || exit 3
test "$k" != folder || b="$(du -sk . 2>/dev/null)"
test "$k" != file || b="$(wc -c < "$1")"
echo $k $x $y $s $b
c=0
test "$k$x" != foldertar || tar -cf - . || c=$?
test "$k$x" != filetar || cd "$2" || exit 3
test "$k$x" != filetar || tar -chf - "./$3" || c=$?
test "$k$x" != filecat || cat < "$1" || c=$?
exit "$c"
`;

/**
 * Sums what was given out, once more. Its arguments: the folder; the program; and which files: `one`, its first bytes and its
 * name; or `all` together or `each`, with the length of their list, which comes by standard input, each name with a NUL behind
 * it, and for `each` how many of its first bytes before it. It answers a sum, or one in a line for each, and ends when it reads
 * `summed`.
 */
export const sumUp = `
cd "$1" || exit 3
test "$3" != one || sh -c ${watching} sh 0 $$ | head -c "$4" < "./$5" | $2
test "$3" != all || sh -c ${watching} sh "$4" $$ | head -c "$4" | xargs -0 cat | $2
test "$3" != each || sh -c ${watching} sh "$4" $$ | head -c "$4" | xargs -0 -n 2 sh -c 'head -c "$2" < "$3" | $1' sh "$2"
`;
