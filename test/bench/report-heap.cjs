// Preloaded into a measured process: prints its heap in bytes, after a collection, when asked by SIGUSR2.
process.on('SIGUSR2', () => {
  globalThis.gc();
  process.stderr.write(`heapUsed ${process.memoryUsage().heapUsed}\n`);
});
