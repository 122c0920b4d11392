import type { Case, Expectation, RawRequest } from './case.ts';
import { mismatches, type Pattern } from './patterns.ts';
import { filled, merged } from './placeholders.ts';

/** A request as it goes to a server. */
export interface SentRequest {
  method: string;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string | undefined;
}

/** What a server answered. */
export interface ServerAnswer {
  code: number;
  contentType: string;
  /** By their names in small letters; what came more than once, in its order. */
  headers: Readonly<Record<string, readonly string[]>>;
  text: string;
  /** The text as JSON; undefined where it is none. */
  body: unknown;
}

/** Sends one request and gives the answer, whatever its code. */
export type Send = (request: SentRequest) => Promise<ServerAnswer>;

/** What a case needs to know of the run. */
export interface Run {
  /** In every name, and in the label, of all that is written. */
  id: string;
  namespace: string;
  /** A node that the cluster has. */
  node: string;
  /** A number that no other case of the run has. */
  number: number;
  send: Send;
  /** Sends the request that a case tries, where that goes another way than what is to be there before and afterwards. */
  ask?: Send;
  /** How often a case is tried in which controllers take part. */
  attempts: number;
  /** Waits a moment, before something is asked again. */
  pause(): Promise<void>;
}

/** The label that all written objects carry; its value is the run's id. */
export const runLabel = 'kubewright-contract-run';

/** Tries a case, and takes away what it made. Gives what is wrong, in words; nothing where the case holds. */
export async function runCase(tried: Case, run: Run): Promise<string[]> {
  const texts = new Map([
    ['{run}', run.id],
    ['{ns}', run.namespace],
    ['{node}', run.node],
    ['{name}', nameOf(run)],
    ['{number}', String(run.number)],
    ['{nobody}', `${run.id}-nobody`],
  ]);
  const made: string[] = [];
  try {
    return await tryCase(tried, { run, texts, made });
  } finally {
    for (const path of [...made.reverse(), ...(tried.leaves ?? []).map((path) => filled(path, texts))]) {
      await remove(path, run.send);
    }
  }
}

/** The problems of an answer, in words. */
export function problemsOf({ code, contentType, body }: Expectation, answer: ServerAnswer): string[] {
  const problems: string[] = [];
  if (answer.code !== code) problems.push(`code ${answer.code}, where ${code} should be`);
  if (contentType !== undefined && !answer.contentType.includes(contentType)) {
    problems.push(`Content-Type ${answer.contentType}, where ${contentType} should be`);
  }
  if (body !== undefined) problems.push(...mismatches(body, answer.body ?? answer.text));
  if (problems.length > 0) problems.push(`the answer was ${answer.code} ${answer.text.slice(0, 600)}`);
  return problems;
}

interface Attempt {
  run: Run;
  texts: Map<string, string>;
  /** Paths of what the case has made so far. */
  made: string[];
}

async function tryCase(tried: Case, attempt: Attempt): Promise<string[]> {
  let given: unknown;
  for (const step of tried.given ?? []) {
    if (step.until !== undefined) {
      const problems = await expectAnswer(step, { code: step.until }, given, attempt, true);
      if (problems.length > 0) return [`before, ${step.method} ${step.path}:`, ...problems];
      continue;
    }
    const answer = await sendStep(step, given, attempt);
    if (answer.code < 200 || answer.code > 299) {
      return [`what was to be there was refused: ${step.method} ${step.path}: ${answer.code} ${answer.text}`];
    }
    given = answer.body;
  }
  remember('given', given, attempt.texts);
  const patient = tried.within === 'eventually';
  const { ask = attempt.run.send } = attempt.run;
  const asking = { ...attempt, run: { ...attempt.run, send: ask } };
  const problems = await expectAnswer(tried.request, tried.expect, given, asking, patient);
  if (problems.length > 0) return problems;
  for (const { request, expect } of tried.afterwards ?? []) {
    const later = await expectAnswer(request, expect, given, attempt, patient);
    if (later.length > 0) return [`afterwards, ${request.method} ${request.path}:`, ...later];
  }
  return [];
}

async function expectAnswer(
  request: RawRequest,
  expect: Expectation,
  given: unknown,
  attempt: Attempt,
  patient: boolean,
): Promise<string[]> {
  let current = given;
  for (let count = 1; ; count++) {
    const answer = await sendStep(request, current, attempt);
    remember('answer', answer.body, attempt.texts);
    const problems = problemsOf(filledExpectation(expect, attempt.texts), answer);
    if (problems.length === 0 || !patient || count >= attempt.run.attempts) return problems;
    await attempt.run.pause();
    if (answer.code === 409 && request.givenWith) current = await readAgain(request, attempt);
  }
}

/** What a controller has changed meanwhile is read before it is replaced, as clients do. */
async function readAgain({ path }: RawRequest, attempt: Attempt): Promise<unknown> {
  return (await sendStep({ method: 'GET', path }, undefined, attempt)).body;
}

async function sendStep(
  step: RawRequest,
  given: unknown,
  { run, texts, made }: Attempt,
): Promise<ServerAnswer> {
  const body = step.givenWith ? merged(given, filled(step.givenWith, texts)) : filled(step.body, texts);
  const query = new URLSearchParams(filled(step.query ?? {}, texts)).toString();
  const path = filled(step.path, texts);
  const answer = await run.send({
    method: step.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...filled(step.headers ?? {}, texts),
    },
    body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
  });
  const name = nameIn(answer.body);
  if (step.method === 'POST' && answer.code === 201 && name !== undefined) made.push(`${path}/${name}`);
  return answer;
}

/** As if by `kubectl delete --force`; what a finalizer of a controller's holds goes when that controller is done. */
async function remove(path: string, send: Send): Promise<void> {
  await send({ method: 'DELETE', path: `${path}?gracePeriodSeconds=0`, headers: {}, body: undefined });
}

function remember(prefix: string, object: unknown, texts: Map<string, string>): void {
  const metadata = (object as { metadata?: Record<string, unknown> } | undefined)?.metadata;
  for (const field of ['uid', 'resourceVersion', 'name', 'continue']) {
    const value = metadata?.[field];
    if (typeof value === 'string') texts.set(`{${prefix}.${field}}`, value);
  }
  const token = (object as { status?: { token?: unknown } } | undefined)?.status?.token;
  if (typeof token === 'string') texts.set(`{${prefix}.token}`, token);
}

function nameIn(object: unknown): string | undefined {
  const name = (object as { metadata?: { name?: unknown } } | undefined)?.metadata?.name;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** A name for every kind: a DNS label that begins with a letter and carries the run's id. */
function nameOf({ id, number }: Run): string {
  return `${id}-${number}`;
}

function filledExpectation(expect: Expectation, texts: ReadonlyMap<string, string>): Expectation {
  return expect.body === undefined ? expect : { ...expect, body: filled<Pattern>(expect.body, texts) };
}
