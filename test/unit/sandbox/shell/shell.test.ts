import { expect, test } from 'vitest';
import { tarExtension } from '../../../support/tar-entries.ts';
import { filesWith, run } from './run.ts';

test.each<[command: string[], out: string, code: number, err?: string, input?: string]>([
  [['echo', 'a', 'b'], 'a b\n', 0],
  [['echo', '-n', 'a'], 'a', 0],
  [['/bin/echo', 'a'], 'a\n', 0],
  [['cat'], 'typed', 0, '', 'typed'],
  [['cat', '/etc/none'], '', 1, "cat: can't open '/etc/none': No such file or directory\n"],
  [['hostname'], 'web-0\n', 0],
  [['exit', '7'], '', 7],
  [['exit', '257'], '', 1],
  [['sleep', '3600'], '', 0],
  [['sleep', 'long'], '', 1, "sleep: invalid number 'long'\n"],
  [['printenv', 'HOME'], '/root\n', 0],
  [['test', '-d', '/tmp'], '', 0],
  [['test', '-d', '/none'], '', 1],
  [['sh', '-c', 'yes | head -n 2; yes a b | head -c 5'], 'y\ny\na b\na', 0],
  [['stty', 'size'], '', 1, 'stty: standard input: Not a tty\n'],
  [['sh'], 'a\nb\n\n', 3, '', 'echo a\necho "b\n"\nexit 3\necho c\n'],
  [['sh'], 'a\nb\n', 0, '', 'echo "a\nb"'],
  [['sh', '-c'], '', 2, 'sh: -c requires an argument\n'],
  [['sh', '-c', 'echo $0 $1 $#', 'name', 'one'], 'name one 1\n', 0],
])('%j', async (command, out, code, err = '', input = '') => {
  const result = await run(command, input);
  expect({ out: result.out, code: result.code, err: result.err }).toEqual({ out, code, err });
});

test.each<[command: string, why: string]>([
  ['nosuch', 'exec: "nosuch": executable file not found in $PATH'],
  ['/no/such', 'fork/exec /no/such: no such file or directory'],
  ['/tmp', 'fork/exec /tmp: permission denied'],
])('%s is none', async (command, why) => {
  await expect(run([command])).rejects.toThrow(`unable to start container process: ${why}`);
});

test.each<[script: string, out: string, code?: number, err?: string]>([
  ['exit 7', '', 7],
  ['true && echo yes || echo no', 'yes\n'],
  ['false && echo yes || echo no', 'no\n'],
  ['false; echo $?', '1\n'],
  ['! false && echo yes', 'yes\n'],
  ['echo a; echo b >&2; exit 3', 'a\n', 3, 'b\n'],
  ['echo a 2>&1 >/dev/null', ''],
  ['nosuch', '', 127, 'sh: nosuch: not found\n'],
  ['nosuch 2>&1', 'sh: nosuch: not found\n', 127],
  [`echo 'a  b' "c  d" e  f`, 'a  b c  d e f\n'],
  ['echo $GREETING', 'hello world\n'],
  ['echo "$GREETING"', 'hello  world\n'],
  ['echo "a$NONE"b', 'ab\n'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills these in.
  ['echo ${NONE:-c} ${GREETING}', 'c hello world\n'],
  ['A=1; echo $A; A=2 printenv A; echo $A', '1\n2\n1\n'],
  ['export B=3; sh -c "printenv B"', '3\n'],
  ['echo $(echo in; echo ner)', 'in ner\n'],
  ['echo `hostname`', 'web-0\n'],
  ['cd /tmp && pwd; echo ~', '/tmp\n/root\n'],
  ['cd /none', '', 2, "sh: cd: can't cd to /none: No such file or directory\n"],
  ['echo one > /tmp/f; echo two >> /tmp/f; cat /tmp/f | wc -l', '2\n'],
  ['echo x > /none/f', '', 1, 'sh: cannot create /none/f: nonexistent directory\n'],
  ['cat < /tmp/none', '', 1, "sh: can't open /tmp/none: No such file or directory\n"],
  ['printf "a\\nb\\nc\\n" | head -n 2 | tail -n 1', 'b\n'],
  ['printf abcdef | tail -c+4', 'def'],
  ['echo abc | tee /tmp/t | cat; cat /tmp/t', 'abc\nabc\n'],
  ['exit 5 | true; echo $?', '0\n'],
  ['mkdir -p /tmp/a/b && touch /tmp/a/b/c && ls -R /tmp/a', 'b\n'],
  ['ls /tmp/none', '', 1, 'ls: /tmp/none: No such file or directory\n'],
  ['rm -r /tmp/none', '', 1, "rm: can't remove '/tmp/none': No such file or directory\n"],
  [
    'printf 123456789 | cksum; cksum /tmp/none',
    '930766865 9\n',
    1,
    'cksum: /tmp/none: No such file or directory\n',
  ],
  [
    'printf abc > /tmp/f; sha256sum /tmp/f; sha256sum < /tmp/f | head -c 4',
    'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  /tmp/f\nba78',
  ],
  ['printf "a b\\nc" | xargs echo x', 'x a b c\n'],
  ["printf 'a b' | tee /tmp/f | xargs -0 echo", 'a b\n'],
  ['printf "1 2 3" | xargs -n 2 echo', '1 2\n3\n'],
  ['printf "1 2" | xargs -n1 sh -c \'echo "$1-$0"\' x', '1-x\n2-x\n'],
  ['xargs echo none </dev/null; xargs -r echo none </dev/null', 'none\n'],
  ['echo a | xargs nosuch', '', 127, 'xargs: nosuch: No such file or directory\n'],
  ['echo a | xargs false; echo $?', '123\n'],
  ['echo a | xargs -x', '', 1, 'xargs: usage: xargs [-0r] [-n COUNT] [COMMAND [ARGUMENT]...]\n'],
  ['mkdir /tmp/d; echo a > /tmp/f; mv /tmp/f /tmp/d && mv -f /tmp/d /tmp/e && cat /tmp/e/f', 'a\n'],
  ['echo a > /tmp/f; echo b > /tmp/g; mv /tmp/f /tmp/g; ls /tmp; cat /tmp/g', 'g\na\n'],
  ['mkdir /tmp/d; mv /tmp/d /tmp/d/e', '', 1, "mv: can't rename '/tmp/d': Invalid argument\n"],
  ['mv /tmp/none /tmp/f', '', 1, "mv: can't rename '/tmp/none': No such file or directory\n"],
  ['mv /tmp/none', '', 1, 'mv: missing operand\n'],
  ['touch /tmp/f && chmod 755 /tmp/f && test -x /tmp/f && echo runs', 'runs\n'],
  ['chmod u+x /tmp', '', 1, "chmod: invalid mode 'u+x'\n"],
  ['mkdir /tmp/d; head -c 5000 /bin/none 2>/dev/null; printf a > /tmp/d/f; du -sk /tmp/d', '8\t/tmp/d\n'],
  [
    'printf "one\\ntwo" > /tmp/f; cat /tmp/f | sh -c \'read -r a; read -r b; echo "$a $b $?"\'',
    'one two 1\n',
  ],
  ['read -r a </dev/null || echo end', 'end\n'],
  ['command -v tar cd; command -v cd; command -v nosuch || echo $?', '/bin/tar\ncd\n127\n'],
  ['test -L /tmp || echo none', 'none\n'],
  ["trap '' PIPE; echo on; trap - PIPE", 'on\n'],
  ['[ a = a ] && [ 1 -lt 2 ] && echo ok', 'ok\n'],
  ['echo a # comment', 'a\n'],
  ['echo a &&', '', 2, 'sh: syntax error: unexpected end of file\n'],
  ['echo a &', '', 2, 'sh: syntax error: unexpected "&"\n'],
  ['| cat', '', 2, 'sh: syntax error: unexpected "|"\n'],
  ["echo 'a", '', 2, 'sh: syntax error: unterminated quoted string\n'],
  ['while true; do echo; done', '', 2, 'sh: syntax error: "while" is not supported here\n'],
  ['A=xxxxxxxxxxxxxxxx;'.concat('A=$A$A$A$A;'.repeat(7)), '', 2, 'sh: argument list too long\n'],
])('sh -c %j', async (script, out, code = 0, err = '') => {
  const result = await run(['sh', '-c', script]);
  expect({ out: result.out, code: result.code, err: result.err }).toEqual({ out, code, err });
});

test('of a name without an end nothing is made', async () => {
  const { code, err } = await run(['xargs', '-0', 'echo'], 'x'.repeat(100_000));
  expect([code, err]).toEqual([1, 'xargs: argument line too long\n']);
});

test('an archive of a directory is extracted elsewhere as it was, whatever its names', async () => {
  const long = `${'directory-with-a-long-name/'.repeat(6)}file`;
  const source = filesWith({ '/tmp/one': 'first', '/tmp/empty': '' });
  source.makeDirectory(`/tmp/${long.slice(0, long.lastIndexOf('/'))}`, 'with parents');
  source.write(`/tmp/${long}`, 'x'.repeat(100_000));
  source.write('/tmp/Übergröße', 'ü');
  const archive = await run(['tar', 'cf', '-', '/tmp'], '', source);
  expect(archive).toMatchObject({ code: 0, err: "tar: removing leading '/' from member names\n" });
  expect(archive.bytes.length % 512).toBe(0);

  const target = filesWith();
  expect(await run(['tar', '-xmf', '-', '-C', '/srv'], archive.bytes, target)).toMatchObject({
    code: 0,
    err: '',
  });
  expect(target.read('/srv/tmp/one').toString()).toBe('first');
  expect(target.read('/srv/tmp/empty')).toHaveLength(0);
  expect(target.read(`/srv/tmp/${long}`)).toHaveLength(100_000);
  expect(target.read('/srv/tmp/Übergröße').toString()).toBe('ü');
});

test('an archive does not lead out of where it is extracted', async () => {
  const source = filesWith({ '/tmp/evil': 'x' });
  const archive = (await run(['tar', 'cf', '-', '-C', '/tmp', 'evil'], '', source)).bytes;
  archive.write('../evil\0', 0, 'latin1');
  let sum = 256;
  for (const [at, byte] of archive.subarray(0, 512).entries()) if (at < 148 || at >= 156) sum += byte;
  archive.write(sum.toString(8).padStart(6, '0'), 148, 'latin1');
  const target = filesWith();
  await run(['tar', 'xf', '-', '-C', '/tmp'], archive, target);
  expect(target.find('/evil')).toBeUndefined();
  expect(target.read('/tmp/evil').toString()).toBe('x');
});

test.each([
  ['', 'tar: short read\n'],
  ['no archive'.repeat(100), 'tar: invalid tar magic\n'],
  [Buffer.concat(tarExtension('L', 'x'.repeat(64 * 1024 + 1))), 'tar: file name too long\n'],
])('what is no archive is refused', async (archive, err) => {
  expect(await run(['tar', 'x'], archive)).toMatchObject({ code: 1, err });
});

test('a full disk is told, and what is removed makes room', async () => {
  const files = filesWith({}, 200_000);
  const script = 'cat > /tmp/big || echo full; rm -f /tmp/big; echo small > /tmp/small; cat /tmp/small';
  const { out, err } = await run(['sh', '-c', script], 'x'.repeat(1_000_000), files);
  expect([out, err]).toEqual(['full\nsmall\n', 'sh: No space left on device\n']);
});
