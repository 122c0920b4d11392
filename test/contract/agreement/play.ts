import type { RawRequest } from '../api/case.ts';
import { filled, merged } from '../api/placeholders.ts';
import type { Send, SentRequest, ServerAnswer } from '../api/run-case.ts';
import { type Difference, differencesBetween } from './comparison.ts';
import { type NormalAnswer, normalAnswer } from './normal-answer.ts';
import type { Scene, Step } from './scene.ts';

/** A server, and what the run is called there. */
export interface Side {
  /** In every name: as long as on the other sides. */
  run: string;
  /** Added to the number of a scene, of four digits at most, so that no two sides have the same. */
  firstNumber: number;
  send: Send;
}

/** The sides of a comparison. The real server is asked twice: where it does not agree with itself nobody can. */
export interface Sides {
  real: Side;
  again: Side;
  sandbox: Side;
  /** Waits a moment for controllers. */
  pause(): Promise<void>;
  now(): number;
}

/** What came of one step. */
export interface Outcome {
  scene: Scene;
  step: Step;
  /** As the sandbox was asked. */
  sent: SentRequest;
  verdict: 'agrees' | 'differs' | 'undecided';
  real: NormalAnswer;
  sandbox: NormalAnswer;
  differences: readonly Difference[];
}

/** The code of a connection that ended without one. */
const noAnswer = 0;

/** How often what only reads is asked again, where controllers may not be done yet. */
const attempts = 5;

/** Plays a scene on all sides, step by step, and takes away what it made. */
export async function play(
  scene: Scene,
  number: number,
  namespace: string,
  sides: Sides,
): Promise<Outcome[]> {
  const all = [sides.real, sides.again, sides.sandbox];
  const players = all.map((side) => new Player(side, number, namespace));
  const outcomes: Outcome[] = [];
  for (const step of scene.steps) {
    let outcome = await playStep(scene, step, players, sides);
    const isRepeatable = ['get', 'list'].includes(step.operation);
    for (let count = 1; outcome.verdict !== 'agrees' && isRepeatable && count < attempts; count++) {
      await sides.pause();
      outcome = await playStep(scene, step, players, sides);
    }
    outcomes.push(outcome);
  }
  await Promise.all(players.map((player) => player.cleanUp()));
  return outcomes;
}

async function playStep(
  scene: Scene,
  step: Step,
  players: readonly Player[],
  { now }: Sides,
): Promise<Outcome> {
  const results = await Promise.all(players.map((player) => player.send(step.request, now())));
  const [real, again, sandbox] = results.map(({ normal }) => normal) as [
    NormalAnswer,
    NormalAnswer,
    NormalAnswer,
  ];
  const differences = differencesBetween(real, sandbox);
  const verdict =
    differences.length === 0
      ? 'agrees'
      : real.code === noAnswer || differencesBetween(real, again).length > 0
        ? 'undecided'
        : 'differs';
  return { scene, step, sent: results[2]!.sent, verdict, real, sandbox, differences };
}

/** Whether a write that means no other version than the last one came too late. */
function isOvertaken({ givenWith }: RawRequest, { code, text }: ServerAnswer): boolean {
  if (code !== 409 || !text.includes('the object has been modified')) return false;
  const metadata = (givenWith as { metadata?: object } | undefined)?.metadata ?? {};
  return givenWith !== undefined && !('resourceVersion' in metadata);
}

/** Fills in, on one side, what belongs to it, and remembers what was answered. */
class Player {
  readonly #side: Side;
  readonly #texts: Map<string, string>;
  readonly #made = new Set<string>();
  #given: unknown;

  constructor(side: Side, number: number, namespace: string) {
    this.#side = side;
    const own = side.firstNumber + (number % 3000);
    this.#texts = new Map([
      ['{run}', side.run],
      ['{ns}', `${side.run}-${namespace}`],
      ['{name}', `${side.run}-${number}`],
      ['{number}', String(own)],
      ['{nobody}', `${side.run}-nobody`],
      ['{node}', 'none'],
    ]);
  }

  async send(request: RawRequest, now: number): Promise<{ sent: SentRequest; normal: NormalAnswer }> {
    let sent = this.#filled(request);
    let answer = await this.#answered(sent);
    for (let count = 1; isOvertaken(request, answer) && count < attempts; count++) {
      await this.#readAgain(sent);
      sent = this.#filled(request);
      answer = await this.#answered(sent);
    }
    this.#remember(sent, answer);
    return { sent, normal: normalAnswer(answer, { run: this.#side.run, now }) };
  }

  /** A server that panics at a request hangs up. */
  async #answered(sent: SentRequest): Promise<ServerAnswer> {
    try {
      return await this.#side.send(sent);
    } catch (error) {
      return { code: noAnswer, contentType: '', headers: {}, text: String(error), body: undefined };
    }
  }

  /** As clients do, where a controller has written what they write, too. */
  async #readAgain({ path }: SentRequest): Promise<void> {
    const [bare = path] = path.split('?');
    const read = {
      method: 'GET',
      path: bare.replace(/\/(status|scale)$/, ''),
      headers: {},
      body: undefined,
    };
    this.#remember(read, await this.#side.send(read));
  }

  async cleanUp(): Promise<void> {
    for (const path of [...this.#made].reverse()) {
      const free = JSON.stringify({ metadata: { finalizers: null } });
      const removed = await this.#side.send({
        method: 'DELETE',
        path: `${path}?gracePeriodSeconds=0`,
        headers: {},
        body: undefined,
      });
      const isHeld = removed.code === 200 && removed.text.includes('"finalizers"');
      if (!isHeld) continue;
      await this.#side.send({
        method: 'PATCH',
        path,
        headers: { 'content-type': 'application/merge-patch+json' },
        body: free,
      });
    }
  }

  #filled(request: RawRequest): SentRequest {
    const texts = this.#texts;
    const body = request.givenWith
      ? merged(this.#given, filled(request.givenWith, texts))
      : filled(request.body, texts);
    const query = new URLSearchParams(filled(request.query ?? {}, texts)).toString();
    const path = filled(request.path, texts);
    return {
      method: request.method,
      path: query === '' ? path : `${path}?${query}`,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        'user-agent': 'agreement/1.0',
        ...filled(request.headers ?? {}, texts),
      },
      body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
    };
  }

  #remember({ method, path }: SentRequest, { code, body }: ServerAnswer): void {
    if (code < 200 || code > 299 || typeof body !== 'object' || body === null) return;
    const { metadata, kind } = body as { metadata?: Record<string, unknown>; kind?: string };
    const [bare = path] = path.split('?');
    const name = metadata?.name;
    const isStored = typeof name === 'string' && !path.includes('dryRun=');
    if (method === 'POST' && code === 201 && isStored) this.#made.add(`${bare}/${name}`);
    if (method !== 'POST' && code === 201 && isStored) this.#made.add(bare);
    if (kind === 'Status' || kind === 'Table' || kind?.startsWith('PartialObjectMetadata')) return;
    if (typeof name === 'string') {
      this.#given = body;
      for (const field of ['uid', 'resourceVersion', 'name'])
        this.#texts.set(`{given.${field}}`, String(metadata?.[field]));
    } else if (metadata) {
      for (const field of ['resourceVersion', 'continue'])
        this.#texts.set(`{list.${field}}`, String(metadata[field] ?? ''));
    }
  }
}
