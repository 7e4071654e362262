import { describe, expect, it } from "@effect/vitest"
import type { BackOff } from "@telemark/core"
import { Effect, Logger, Metric } from "effect"
import { makeRefusals } from "../../src/delivery/routes/backOffRecords.js"
import { counterOf } from "../../src/kernel/metrics/metrics.js"

const refused: BackOff = {
  route: "platform",
  tenant_id: "",
  sender_domain: "",
  cause: "refused",
  stage: "auth",
  smtp_response: "535 5.7.8 ada@example.com: bad credentials",
  error_message: "The login was refused.",
  since: 0,
  until: 300_000
}
const ofTenant: BackOff = { ...refused, route: "smtp_1", tenant_id: "tn_1" }

/** What an effect logs, with its level, as lines of text. */
const logOf = (effect: Effect.Effect<void>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const log = Logger.make(({ logLevel, message }) => {
      lines.push(`${logLevel.toUpperCase()} ${JSON.stringify(message)}`)
    })
    yield* Effect.provide(effect, Logger.layer([log]))
    return lines
  })

const counted = (cause: string, route: string) =>
  Effect.map(
    Metric.value(counterOf("telemark_route_refusals_total", { cause, route })),
    ({ count }) => count
  )

describe("a mail server that refuses us", () => {
  it.effect(
    "is in the log once, as an error that says what to do and quotes no address, until mail is taken again",
    () =>
      Effect.gen(function* () {
        const { begin, end } = makeRefusals()
        const [first, ...others] = yield* logOf(
          Effect.replicateEffect(begin(refused), 100, { discard: true })
        )
        expect(others).toEqual([])
        expect(first).toMatch(
          /^ERROR .*refuses this service.*telemark doctor.*"route":"platform","cause":"refused","stage":"auth","reason":"The login was refused\."/
        )
        expect(first).not.toContain("ada@example.com")
        expect(yield* logOf(end([{ ...refused, sender_domain: "a.example" }, refused]))).toEqual([
          expect.stringMatching(/^INFO .*takes mail again.*"route":"platform"/)
        ])
        expect(yield* logOf(end([refused]))).toEqual([])
        expect(yield* logOf(begin(refused))).toHaveLength(1)
      })
  )

  it.effect(
    "is logged for each route and each cause, as a warning if the server is a tenant's own",
    () =>
      Effect.gen(function* () {
        const { begin } = makeRefusals()
        const account: BackOff = { ...refused, cause: "account_refused", stage: "mail" }
        const lines = yield* logOf(
          Effect.forEach([refused, ofTenant, account, refused, ofTenant, account], begin, {
            discard: true
          })
        )
        expect(lines.map((line) => line.replace(/ .*/, ""))).toEqual(["ERROR", "WARN", "ERROR"])
        expect(lines[1]).toContain(`"route":"smtp_1","tenant_id":"tn_1"`)
      })
  )

  it.effect("is counted each time that it is found, by cause, and by whose route it is", () =>
    Effect.gen(function* () {
      const { begin } = makeRefusals()
      const before = [
        yield* counted("refused", "platform"),
        yield* counted("refused", "tenant"),
        yield* counted("account_refused", "platform")
      ] as const
      yield* logOf(Effect.forEach([refused, refused, ofTenant], begin, { discard: true }))
      const after = [
        yield* counted("refused", "platform"),
        yield* counted("refused", "tenant"),
        yield* counted("account_refused", "platform")
      ] as const
      expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([2, 1, 0])
    })
  )

  it.effect("is distinguished from one that only asks for a lower rate, which is temporary", () =>
    Effect.gen(function* () {
      const { begin } = makeRefusals()
      expect(
        yield* logOf(
          Effect.andThen(
            begin({ ...refused, cause: "asked_for_less" }),
            begin({ ...refused, cause: "daily_limit" })
          )
        )
      ).toEqual([])
    })
  )
})
