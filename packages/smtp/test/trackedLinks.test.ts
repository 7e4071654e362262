import { expect, it, onTestFinished, vi } from "vitest"
import { clickEnds } from "../src/composition/linkedBody.js"

/** Parsed, and not tracked: a password is nobody's to follow. */
const untracked = '<a href="http://u:p@example.com/">a</a>'

it("links that aren't tracked are looked at in steps, too", () => {
  let parsed = 0
  vi.stubGlobal(
    "URL",
    class extends URL {
      constructor(address: string | URL, base?: string | URL) {
        super(address, base)
        parsed++
      }
    }
  )
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  const steps = clickEnds(untracked.repeat(2000), { endFor: () => "end" })
  let most = 0
  let before = 0
  while (steps.next().done !== true) {
    most = Math.max(most, parsed - before)
    before = parsed
  }
  expect(parsed).toBe(2000)
  expect(Math.max(most, parsed - before)).toBeLessThanOrEqual(128)
})
