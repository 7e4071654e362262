import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { toRoute } from "../src/conversation/route.js"

const minutes = 60_000

it.effect(
  "a route waits for replies as long as RFC 5321 4.5.3.2 asks, ten minutes for a mail",
  () =>
    Effect.gen(function* () {
      const { timeouts } = yield* Effect.fromResult(toRoute({ url: "smtp://127.0.0.1:2525" }))
      expect(timeouts).toMatchObject({ command: 5 * minutes, endOfData: 10 * minutes })
    })
)
