// Tests that give up waiting.
import { expect, vi } from "vitest"

declare const isSent: () => boolean
declare const timeout: number
const within = { timeout: 1000 }

export const wait = async () => {
  await vi.waitFor(isSent)
  await vi.waitUntil(isSent, { interval: 5 })
  await expect.poll(isSent).toBe(true)
  await vi.waitFor(isSent, { timeout: 1000 }) // finds: time/no-limit
  await vi.waitFor(isSent, 1000) // finds: time/no-limit
  await vi.waitFor(isSent, within) // finds: time/no-limit
  await vi.waitUntil(isSent, { interval: 5, timeout }) // finds: time/no-limit
  await expect.poll(isSent, { timeout: 1000 }).toBe(true) // finds: time/no-limit
}
