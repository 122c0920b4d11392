import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { seededRandom } from '../support/random.ts';
import { type Sandbox, startSandbox } from '../support/sandbox.ts';
import { ask } from '../support/sandbox-client.ts';
import { cpuTime, usage } from './support/measured-process.ts';
import { rounds } from './support/rounds.ts';

/** What the process may hold beside what it held before, in bytes: its files are 128 MB at most, the rest is in motion. */
const mostMemory = 400 * 1024 * 1024;
/** Within this any script has ended; of the CPU's time, where that is less. */
const longest = 5_000;

/** How long a busy machine may take. */
const patience = 20_000;

const pods = '/api/v1/namespaces/default/pods';
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox();
  const container = { name: 'main', image: 'shop/main:1', ports: [{ containerPort: 80 }] };
  for (const name of ['one', 'two']) {
    const pod = { metadata: { name }, spec: { containers: [container] } };
    expect((await ask(sandbox, 'POST', pods, pod)).code).toBe(201);
    await vi.waitFor(async () => {
      expect((await ask(sandbox, 'GET', `${pods}/${name}`)).body.status.phase).toBe('Running');
    }, patience);
  }
});

afterAll(() => sandbox?.stop());

function exec(command: readonly string[], more = '', protocol = 'v5.channel.k8s.io', pod = 'one'): WebSocket {
  const words = command.map((word) => `command=${encodeURIComponent(word)}`).join('&');
  const address = `${sandbox.url.replace('https', 'wss')}${pods}/${pod}/exec?${words}&stdout=1&stderr=1${more}`;
  const headers = { authorization: `Bearer ${sandbox.token}` };
  const socket = new WebSocket(address, protocol, { ca: sandbox.ca, headers, perMessageDeflate: false });
  socket.on('error', () => {});
  return socket;
}

/** What a command printed on both outputs, and its Status, once it has ended. */
function ended(socket: WebSocket): Promise<{ out: string; status: string }> {
  return new Promise((done) => {
    const parts: Buffer[] = [];
    let status = '';
    socket.on('message', (data: Buffer) => {
      if (data[0] === 3) status += data.subarray(1);
      else if (parts.length < 1000) parts.push(data.subarray(1));
    });
    socket.on('close', () => done({ out: Buffer.concat(parts).toString(), status }));
  });
}

async function isWell(): Promise<void> {
  expect((await ask(sandbox, 'GET', '/readyz')).text).toBe('ok');
  expect((await ended(exec(['echo', 'well']))).out).toBe('well\n');
}

describe('what runs in a container', () => {
  test('ends, and with it the connection, whatever its client still sends', { timeout: 60_000 }, async () => {
    const socket = exec(['true'], '&stdin=1');
    const end = ended(socket);
    const part = Buffer.concat([Buffer.of(0), Buffer.alloc(1 << 20, 'x')]);
    await new Promise((opened) => socket.once('open', opened));
    for (let left = 20; left > 0; left--) socket.send(part, () => {});
    const start = performance.now();
    expect((await end).status).toContain('Success');
    // Who does not read the client's own end waits 30 s for it.
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  test('fills its disk and no more, and others are told that it is full', { timeout: 60_000 }, async () => {
    const before = await usage(sandbox.pid);
    const socket = exec(['sh', '-c', 'cat > /tmp/0'], '&stdin=1');
    const end = ended(socket);
    const part = Buffer.concat([Buffer.of(0), Buffer.alloc(1 << 20, 'x')]);
    socket.on('open', () => {
      let left = 40;
      const more = () => {
        if (socket.readyState !== WebSocket.OPEN) return;
        if (left-- > 0) socket.send(part, more);
        else socket.send(Buffer.from([255, 0]));
      };
      more();
    });
    expect((await end).out).toContain('File too large');
    const copies = Array.from({ length: 6 }, (_, index) => `cat /tmp/${index} > /tmp/${index + 1}`).join(
      ' && ',
    );
    expect((await ended(exec(['sh', '-c', copies]))).out).toContain('No space left on device');
    expect((await usage(sandbox.pid)).resident - before.resident).toBeLessThan(mostMemory);
    const other = exec(['sh', '-c', 'echo x > /tmp/small'], '', undefined, 'two');
    expect((await ended(other)).status).toContain('"status"');
    expect((await ended(exec(['rm', '-rf', '/tmp']))).status).toContain('Success');
    expect((await ended(exec(['mkdir', '/tmp']))).status).toContain('Success');
    await isWell();
  });

  const nested = (count: number) => `${'$('.repeat(count)}echo a${')'.repeat(count)}`;
  test.each([
    ['a script that runs itself', ['sh', '-c', 'echo "sh /tmp/again" > /tmp/again; sh /tmp/again']],
    ['one that runs itself twice at once', ['sh', '-c', 'echo "sh /b | sh /b" > /b; sh /b']],
    ['one that runs itself twice in turn', ['sh', '-c', 'echo "sh /c; sh /c; sh /c" > /c; sh /c']],
    ['shells in one another', ['sh', '-c', nested(2000)]],
    ['a variable that doubles', ['sh', '-c', 'A=xxxxxxxx;'.concat('A=$A$A;'.repeat(64), 'echo $A')]],
    ['commands without end', ['sh', '-c', 'true;'.repeat(20_000)]],
    ['pipes without end', ['sh', '-c', 'echo a'.concat('|cat'.repeat(2000))]],
    ['an unclosed quote', ['sh', '-c', `echo '${'a"$('.repeat(20_000)}`]],
    ['braces', ['sh', '-c', '$'.concat('{'.repeat(50_000))]],
    ['a path that is deep', ['mkdir', '-p', '/a'.repeat(20_000)]],
    ['a format without an end', ['printf', '%s%s%s'.repeat(10_000), 'a']],
    [
      'a name of every object',
      ['sh', '-c', '__proto__=1; constructor=2; echo $__proto__ $constructor; toString'],
    ],
    ['an empty name', ['']],
    ['a name of blanks and ends', ['sh', '-c', '"" a; "\n" b; \'\0\' c']],
  ])('ends: %s', { timeout: 30_000 }, async (_what, command) => {
    const start = performance.now();
    let status = '';
    const worked = await cpuTime(sandbox.pid, async () => {
      status = (await ended(exec(command))).status;
    });
    // A machine that is busy with other things may give the process little of its time.
    expect(Math.min(worked, performance.now() - start)).toBeLessThan(longest);
    expect(status).toMatch(/^\{"metadata":\{\},"status":"(Success|Failure)"/);
    await isWell();
  });

  test('random scripts all end', { timeout: 0 }, async () => {
    const pieces = [
      ...[
        'echo',
        'cat',
        'ls',
        'cd',
        'rm -rf /tmp',
        'tar c /',
        'tar x',
        'head -c 9',
        'tail -n +2',
        'test -d',
        'exit',
      ],
      ...[
        ';',
        '&&',
        '||',
        '|',
        '|&',
        '&',
        '!',
        '#',
        '\n',
        '>',
        '>>',
        '<',
        '2>&1',
        '>&2',
        '<<',
        '(',
        ')',
        '{',
        '}',
      ],
      ...[
        '"',
        "'",
        '\\',
        '`',
        '$',
        '$(',
        '${',
        '$A',
        '$?',
        'A=',
        'a',
        '/tmp/f',
        '/',
        '..',
        '-',
        '--',
        '*',
        '~',
        '\u0000',
      ],
      ...[
        'sh',
        'sh -c',
        'if',
        'done',
        'export A=1',
        'unset A',
        'grep a',
        'wc',
        'tee /f',
        'sleep 0',
        'printf %d',
        'ü',
      ],
    ];
    for (let seed = 1; seed <= 150 * rounds; seed++) {
      const random = seededRandom(seed);
      const script = Array.from({ length: 1 + random(25) }, () => pieces[random(pieces.length)]).join(
        random(3) === 0 ? '' : ' ',
      );
      const { status } = await ended(exec(['sh', '-c', script]));
      expect(status, `seed ${seed}: ${script}`).toMatch(/^\{"metadata":\{\},"status"/);
      expect(status, `seed ${seed}: ${script}`).not.toContain('InternalError');
    }
    await isWell();
  });

  test('archives that lie are refused, or are what they are', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 60 * rounds; seed++) {
      const random = seededRandom(seed);
      const block = Buffer.alloc(512 * (1 + random(6)));
      block.write(['name', '../../name', '/name', 'a/'.repeat(40)][random(4)]!, 0);
      block.write(['0000644', '7777777', 'xyz'][random(3)]!, 100);
      block.write(['00000000010', '77777777777', '-1', ''][random(4)]!, 124);
      block.write(['0', '5', 'L', 'x', 'g', '1', 'S'][random(7)]!, 156);
      block.write('ustar\x0000', 257, 'latin1');
      if (random(4) > 0) {
        let sum = 256;
        for (const [at, byte] of block.subarray(0, 512).entries()) if (at < 148 || at >= 156) sum += byte;
        block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      }
      const socket = exec(['tar', '-xf', '-', '-C', '/tmp'], '&stdin=1');
      socket.on('open', () => {
        socket.send(Buffer.concat([Buffer.of(0), block]));
        socket.send(Buffer.from([255, 0]));
      });
      const { status } = await ended(socket);
      expect(status, `seed ${seed}`).not.toContain('InternalError');
      expect(status, `seed ${seed}`).toContain('"status"');
    }
    expect((await ended(exec(['ls', '/name']))).out).toContain('No such file or directory');
    await isWell();
  });
});

describe('a client', () => {
  test('that reads nothing holds nothing but its own command back', { timeout: 60_000 }, async () => {
    const filled = exec(
      ['sh', '-c', 'head -c 1000000 > /tmp/m; cat /tmp/m /tmp/m /tmp/m /tmp/m > /tmp/n'],
      '&stdin=1',
    );
    const end = ended(filled);
    filled.on('open', () => filled.send(Buffer.concat([Buffer.of(0), Buffer.alloc(1_000_000, 'y')])));
    expect((await end).status).toContain('Success');
    const before = await usage(sandbox.pid);
    const held = Array.from({ length: 30 }, () => exec(['sh', '-c', 'cat /tmp/n /tmp/n /tmp/n /tmp/n']));
    for (const socket of held) socket.on('open', () => socket.pause());
    await vi.waitFor(() => {
      expect(held.every(({ readyState }) => readyState === WebSocket.OPEN)).toBe(true);
    }, patience);
    await isWell();
    expect((await usage(sandbox.pid)).resident - before.resident).toBeLessThan(mostMemory);
    for (const socket of held) socket.terminate();
  });

  test('that comes and goes leaves nothing behind', { timeout: 60_000 }, async () => {
    const session = async () => {
      const socket = exec(['sh', '-c', 'sleep 1000000 | cat'], '&stdin=1&tty=1');
      await new Promise((done) => socket.once('message', done));
      socket.terminate();
    };
    for (let count = 0; count < 50; count++) await session();
    const before = await usage(sandbox.pid);
    for (let count = 0; count < 300 * rounds; count += 10)
      await Promise.all(Array.from({ length: 10 }, session));
    await isWell();
    expect((await usage(sandbox.pid)).resident - before.resident).toBeLessThan(100 * 1024 * 1024);
  });

  test.each(['v5.channel.k8s.io', 'v4.channel.k8s.io', 'v4.base64.channel.k8s.io', 'base64.channel.k8s.io'])(
    'that sends anything over %s',
    { timeout: 60_000 },
    async (protocol) => {
      for (let seed = 1; seed <= 30 * rounds; seed++) {
        const random = seededRandom(seed);
        const socket = exec(['sh'], '&stdin=1&tty=1', protocol);
        const end = ended(socket);
        socket.on('open', () => {
          for (let count = random(20); count >= 0; count--) {
            const bytes = Buffer.from(Array.from({ length: random(40) }, () => random(256)));
            if (bytes.length > 0) bytes[0] = [0, 4, 255, 48, 52, random(256)][random(6)]!;
            socket.send(random(4) === 0 ? bytes.toString('latin1') : bytes);
          }
          socket.send(Buffer.from('\x04{"Width":1e99,"Height":-1}'));
          setTimeout(() => socket.terminate(), 20);
        });
        await end;
      }
      await isWell();
    },
  );

  test('that upgrades to SPDY and sends anything', { timeout: 60_000 }, async () => {
    for (let seed = 1; seed <= 40 * rounds; seed++) {
      const random = seededRandom(seed);
      const { hostname, port } = new URL(sandbox.url);
      const socket = connect({ host: hostname, port: Number(port), ca: sandbox.ca, servername: '' });
      await new Promise<void>((done) => {
        socket.on('error', () => done());
        socket.on('close', () => done());
        socket.once('data', () => {
          const frame = Buffer.from(Array.from({ length: 8 + random(60) }, () => random(256)));
          if (random(3) > 0) Buffer.from([0x80, 3, 0, [1, 2, 3, 6, 8][random(5)]!, 0, 0, 0]).copy(frame);
          frame[7] = frame.length - 8;
          socket.write(frame);
          setTimeout(() => socket.destroy(), 10);
        });
        socket.write(
          [
            `POST ${pods}/one/exec?command=cat&stdin=1&stdout=1 HTTP/1.1`,
            `Host: ${hostname}`,
            `Authorization: Bearer ${sandbox.token}`,
            'Connection: Upgrade',
            'Upgrade: SPDY/3.1',
            'X-Stream-Protocol-Version: v4.channel.k8s.io',
            'Content-Length: 0',
            '\r\n',
          ].join('\r\n'),
        );
      });
    }
    await isWell();
  });
});

describe('the proxy', () => {
  test.each([
    ['no port', 'pods/one:x/proxy/', 503],
    ['a port that is too large', 'pods/one:99999999/proxy/', 503],
    ['no name', 'pods/https::443/proxy/', 400],
    ['colons', `pods/${':'.repeat(1000)}/proxy/`, 400],
    ['a name of every object', 'services/__proto__/proxy/', 404],
    ['an escaped slash', 'pods/one%2F..%2Ftwo/proxy/', 404],
    ['an escaped line end', 'pods/one/proxy/%0d%0aX-Evil:%20a', 200],
    ['dots', `pods/one/proxy/${'..%2F'.repeat(500)}etc`, 200],
    ['bytes that are no text', 'pods/one/proxy/%ff%fe', 200],
  ])('of %s', async (_what, path, code) => {
    const answer = await ask(sandbox, 'GET', `/api/v1/namespaces/default/${path}`);
    expect(answer.code).toBe(code);
    expect(answer.headers['x-evil']).toBeUndefined();
    if (code === 200) expect(answer.text).toMatch(/^GET \/\S* answered by pod one on port 80\n/);
  });

  test('hands a long body on without keeping it', { timeout: 60_000 }, async () => {
    const before = await usage(sandbox.pid);
    const body = Buffer.alloc(50 << 20, 'z');
    const { code, text } = await ask(sandbox, 'POST', `${pods}/one/proxy/`, body, {
      'content-type': 'text/html',
      'content-length': String(body.length),
    });
    expect([code, text.length > body.length]).toEqual([200, true]);
    expect((await usage(sandbox.pid)).resident - before.resident).toBeLessThan(mostMemory);
  });
});
