/** The error of an answer that has not come in time, with the code of a connection that has not. */
export function lateAnswer(): Error {
  return Object.assign(new Error('no answer in time'), { code: 'ETIMEDOUT' });
}
