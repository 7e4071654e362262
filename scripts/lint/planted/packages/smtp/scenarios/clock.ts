// A clock that a test reads.
import { monitorEventLoopDelay } from "node:perf_hooks" // finds: time/no-clock

declare const expect: (value: number) => void
declare const send: () => Promise<void>
declare const at: number
declare const since: (from: number) => number
const hour = 3_600_000

export const watch = () => monitorEventLoopDelay()
export const began = performance.now() // finds: time/no-clock
export const usage = process.resourceUsage() // finds: time/no-clock
export const { user } = process.cpuUsage() // finds: time/no-clock
export const tick = process.hrtime.bigint() // finds: time/no-clock
export const took = async () => {
  const start = Date.now()
  await send()
  const ended = Date.now()
  expect(ended - start) // finds: time/no-clock
  expect(Math.abs(Date.now() - at)) // finds: time/no-clock
  return Date.now() - start // finds: time/no-clock
}
export const until = async () => {
  const deadline = Date.now() + hour
  while (deadline > Date.now()) await send() // finds: time/no-clock
}

// Times of the past and of the future measure nothing.
const now = Date.now()
export const times = [Date.now() - 10 * hour, new Date(Date.now() - at), now + hour]
expect(since(Date.now() - 10 * hour))
performance.mark("here")
export const real = performance.now.bind(performance)
process.exit(1)
