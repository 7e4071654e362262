import { StorageError } from "@telemark/contract"
import { jsonAnswer, makeDashboard, PublicPages, sessionAccess } from "@telemark/http"
import { Effect, Layer, References } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { startService } from "./support/service.js"

const shell = { headers: {}, body: new TextEncoder().encode("the dashboard") }

/** Names for tracking: one that the storage knows, one that it can't say now. */
const pages = Layer.succeed(PublicPages, {
  atOnce: () => undefined,
  answer: ({ parts }) =>
    parts.url === "/t/c/x" ? Effect.succeed(jsonAnswer(200, "a page")) : undefined,
  onlyPagesAt: (host) => {
    if (host === "mail.example.com") return undefined
    return host === "track.away.example"
      ? Effect.fail(new StorageError({ reason: "unavailable", cause: undefined }))
      : Effect.succeed(host === "track.shop.example")
  }
})

it("the dashboard isn't shown at names for tracking, nor where the storage can't say whether it is one", async () => {
  const { call, close } = await startService({
    host: "webHandler",
    // What is refused for the storage is logged.
    around: Layer.merge(pages, Layer.succeed(References.MinimumLogLevel, "None")),
    dashboard: Effect.map(sessionAccess(), (access) =>
      makeDashboard({
        access,
        features: { inbox: true },
        files: Effect.succeed({ shellFor: () => shell, find: () => undefined })
      })
    )
  })
  onTestFinished(close)
  const statusAt = async (host: string, path: string) =>
    (await call("GET", path, { headers: { host, accept: "text/html" } })).status
  for (const path of ["/", "/inbox", "/session"]) {
    expect([path, await statusAt("track.shop.example", path)]).toEqual([path, 404])
    expect([path, await statusAt("track.away.example", path)]).toEqual([path, 503])
    expect([path, await statusAt("track.other.example", path)]).toEqual([path, 200])
    expect([path, await statusAt("mail.example.com", path)]).toEqual([path, 200])
  }
  for (const host of ["track.shop.example", "track.away.example", "mail.example.com"]) {
    expect([host, await statusAt(host, "/t/c/x")]).toEqual([host, 200])
    expect([host, await statusAt(host, "/healthz")]).toEqual([host, 200])
  }
})
