// Tests that give up waiting.
import { expect, vi } from "vitest"

declare const isSent: () => boolean
declare const timeout: number
const within = { timeout: 1000 }

export const wait = async () => {
  await expect.poll(isSent).toBe(true)
  await expect.poll(isSent, { interval: 5 }).toBe(true)
  await expect.poll(isSent, { timeout: 1000 }).toBe(true) // finds: time/no-limit
  await expect.poll(isSent, { interval: 5, timeout }).toBe(true) // finds: time/no-limit
  await expect.poll(isSent, within).toBe(true) // finds: time/no-limit
  await vi.waitFor(isSent) // finds: time/no-limit
  await vi.waitUntil(isSent, { interval: 5 }) // finds: time/no-limit
}
