/** How many times longer than in `npm test` the suite runs: `KUBEWRIGHT_HOSTILE_ROUNDS`, 1 when it is not set. */
export const rounds = Math.max(1, Number(process.env.KUBEWRIGHT_HOSTILE_ROUNDS ?? 1) || 1);
