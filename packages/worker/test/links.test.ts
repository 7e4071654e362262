import { expect, it } from "@effect/vitest"
import { Links, type OutgoingMessage } from "@telemark/core"
import { deliverDue } from "@telemark/worker"
import { Effect, Layer } from "effect"
import { accepted, giveServer, layerWith, queueMails } from "./harness.js"

const own = { pixel: "http://127.0.0.1:3025/t/o/x", click: undefined, unsubscribe: undefined }

/**
 * Sends one mail over the platform's route and one through the tenant's own server; the links that
 * each had.
 */
const linksSeen = (leadOutside: boolean) => {
  const seen: Array<readonly [route: string, links: OutgoingMessage["links"]]> = []
  const take = (route: string) => (message: OutgoingMessage) =>
    Effect.sync(() => {
      seen.push([route, message.links])
      return accepted
    })
  const layer = layerWith(take("platform"), { ownServer: (_, message) => take("own")(message) })
  return Effect.gen(function* () {
    yield* queueMails(1, "plain")
    yield* queueMails(1, "shop")
    yield* giveServer("shop")
    yield* deliverDue()
    return [...seen].sort(([one], [other]) => (one < other ? -1 : 1))
  }).pipe(
    Effect.provide(
      Layer.provide(
        layer,
        Layer.succeed(Links, { linksOf: Effect.succeed(() => own), leadOutside })
      )
    )
  )
}

it.effect("mail over both routes carries links that can be followed from outside", () =>
  Effect.gen(function* () {
    expect(yield* linksSeen(true)).toEqual([
      ["own", own],
      ["platform", own]
    ])
  })
)

it.effect("mail that leaves through a tenant's own server carries no links to this machine", () =>
  Effect.gen(function* () {
    expect(yield* linksSeen(false)).toEqual([
      ["own", undefined],
      ["platform", own]
    ])
  })
)
