import { describe, expect, it } from "@effect/vitest"
import { type DomainFindings, type DomainQuestion, Domains } from "@telemark/core"
import { Worker } from "@telemark/worker"
import { Effect } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { accepted, eventually, layerWith, tenant } from "./harness.js"

/** What is found where everything is published, or nothing is. */
const findings = ({ domain, keys }: DomainQuestion, isThere: boolean): DomainFindings => {
  const about = { verified: isThere, host: domain, expected: "", found: null, message: "" }
  return {
    spf: { ...about, status: isThere ? "pass" : "missing", lookups: 0, suggestion: null },
    dmarc: {
      ...about,
      status: isThere ? "ok" : "missing",
      found_at: null,
      policy: null,
      inherited: false
    },
    keys: keys.map(({ selector }) => ({
      ...about,
      status: isThere ? "ok" : "missing",
      selector,
      testing: false
    })),
    warnings: []
  }
}

const isReady = Effect.gen(function* () {
  const { id } = yield* tenant
  return (yield* (yield* Domains).get(id, "shop.example")).ready_to_send
})

describe("sending domains", () => {
  it.effect(
    "are checked by the worker: published records are found within minutes, without a request",
    () => {
      let isThere = false
      let looks = 0
      return Effect.gen(function* () {
        const { id } = yield* tenant
        yield* (yield* Domains).add(id, { domain: "shop.example" })
        yield* Worker.start({ pollInterval: "1 hour", lease: "1 day" })
        yield* TestClock.adjust("20 minutes")
        expect(looks).toBeGreaterThanOrEqual(3)
        expect(yield* isReady).toBe(false)
        isThere = true
        yield* eventually(isReady, "1 minute")
      }).pipe(
        Effect.provide(
          layerWith(() => Effect.succeed(accepted), {
            verifier: (question) =>
              Effect.sync(() => {
                looks++
                return findings(question, isThere)
              })
          })
        )
      )
    }
  )
})
