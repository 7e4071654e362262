import { countSteps } from "@telemark-tools/steps"
import { describe, expect, it } from "vitest"
import { startService } from "../test/support/service.js"

const rows = Array.from({ length: 10_000 }, (_, index) => ({
  email_address: `customer-${String(index)}@bücher.example`,
  reason: 'asked "by phone"'
}))

const bodies = [
  [
    "text/csv",
    `email_address,reason\n${rows.map(({ email_address, reason }) => `${email_address},"${reason.replaceAll('"', '""')}"\n`).join("")}`
  ],
  ["application/json", JSON.stringify({ suppressions: rows })]
] as const

/** Octets read, and rows checked, in one step. */
const piece = 64 * 1024
const checkedAtOnce = 100
/** Rows that are stored without a turn of the event loop. */
const storedAtOnce = 250

/** Counts the turns of the event loop until it is stopped. */
const countTurns = (): (() => number) => {
  let turns = 0
  const count = (): void => {
    turns++
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  return () => {
    clearImmediate(timer)
    return turns
  }
}

describe("an import of 10,000 addresses", () => {
  it.each(bodies)(
    "as %s stores all, and lets other work happen after each hundred rows",
    async (type, body) => {
      const service = await startService()
      const {
        key: { key }
      } = await service.newAccount()
      const octets = new TextEncoder().encode(body)
      const load = () =>
        service.call("POST", "/v1/suppressions/import", {
          key,
          body: octets,
          headers: { "content-type": type }
        })
      for (const added of [rows.length, 0]) {
        const turnsSoFar = countTurns()
        const { result, steps } = await countSteps(load)
        const turns = turnsSoFar()
        expect([result.status, result.json]).toEqual([
          200,
          { added, already_suppressed: rows.length - added, invalid_count: 0, invalid: [] }
        ])
        expect(steps).toBeGreaterThan(octets.length / piece + rows.length / checkedAtOnce)
        expect(turns).toBeGreaterThan(rows.length / storedAtOnce)
      }
      await service.close()
    }
  )
})
