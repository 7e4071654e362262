/**
 * How long this process has been at work since, in milliseconds: the less of processor time, of all
 * its threads, and time on the clock. On a busy machine a process waits for its processor, which is
 * no fault of its own.
 */
export const startWork = (): (() => number) => {
  const at = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { system, user } = process.cpuUsage(before)
    return Math.min((system + user) / 1000, performance.now() - at)
  }
}
