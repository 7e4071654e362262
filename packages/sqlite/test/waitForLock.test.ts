import { Effect } from "effect"
import { SqlError, UnknownError } from "effect/sql/SqlError"
import { expect, it, vi } from "vitest"
import { makeWaitForLock } from "../src/waitForLock.js"

const busy = new SqlError({
  reason: new UnknownError({ cause: Object.assign(new Error("locked"), { code: "SQLITE_BUSY" }) })
})

it.each([
  ["back", -3_600_000],
  ["forward", 3_600_000]
])("waits for a lock as long as ever when the system's clock is set %s", async (_, change) => {
  const present = Date.now
  let tries = 0
  const attempt = Effect.suspend(() => {
    tries++
    if (tries === 2) vi.spyOn(Date, "now").mockImplementation(() => present() + change)
    return tries < 5 ? Effect.fail(busy) : Effect.succeed("done")
  })
  try {
    const done = Effect.flatMap(makeWaitForLock(60_000), (waitForLock) => waitForLock(attempt))
    expect(await Effect.runPromise(done)).toBe("done")
  } finally {
    vi.restoreAllMocks()
  }
})
