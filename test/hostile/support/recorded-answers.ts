/** What a real API server answered to the seeded requests: the status code of each, in their order. */
export interface RecordedAnswers {
  /** `v1.35.4` */
  readonly version: string;
  readonly seed: number;
  readonly codes: readonly number[];
}

export const recordedSeed = 12;
export const recordedCount = 5000;

/** Written by `npm run hostile:record`; from the root of the project. */
export const recordFile = 'test/fixtures/hostile/server-answers.json';
