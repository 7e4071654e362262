import { Cause, Effect, Exit } from "effect"

/**
 * Runs the process's program. SIGINT and SIGTERM interrupt it once; a second signal ends the process
 * at once. The exit code is 1 if it failed, also while it was stopping.
 */
export const runMain = (program: Effect.Effect<void, unknown>): void => {
  // Waiting alone doesn't keep a process alive.
  const alive = setInterval(() => undefined, 2 ** 31 - 1)
  const fiber = Effect.runFork(program)
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
    fiber.interruptUnsafe()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  fiber.addObserver((exit) => {
    clearInterval(alive)
    if (!isStopped) {
      process.removeListener("SIGINT", stop)
      process.removeListener("SIGTERM", stop)
    }
    const code = Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1
    if (isStopped || code !== 0) process.exit(code)
  })
}
