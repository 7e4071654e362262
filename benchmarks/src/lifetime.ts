import { setTimeout as pause } from "node:timers/promises"

type End = () => Promise<unknown> | void

const ends: Array<End> = []
const timeout = 45_000

/** Remembers what to stop or remove when the benchmark ends, in reversed order. */
export const atEnd = (end: End): void => {
  ends.push(end)
}

const complain = (error: unknown): void => {
  process.exitCode = 1
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`
  )
}

const endAll = async (): Promise<void> => {
  for (const end of ends.splice(0).reverse()) {
    const ended = Promise.resolve().then(end).catch(complain)
    await Promise.race([ended, pause(timeout, undefined, { ref: false })])
  }
}

/**
 * Runs a benchmark. Whatever it started has ended when this process does: when it is through, when
 * it fails, when it is stopped, and after `minutes` (the variable MINUTES sets another limit).
 */
export const benchmark = async (minutes: number, body: () => Promise<void>): Promise<never> => {
  const limit = Number(process.env["MINUTES"] ?? minutes)
  const stopped = new Promise<never>((_, reject) => {
    const tooLong = new Error(
      `The benchmark was not through after ${limit} minutes; MINUTES sets another limit.`
    )
    setTimeout(() => {
      reject(tooLong)
    }, limit * 60_000).unref()
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.once(signal, () => {
        reject(new Error(`The benchmark was stopped by ${signal}.`))
      })
    }
  })
  await Promise.race([body(), stopped]).catch(complain)
  await endAll()
  process.exit()
}
