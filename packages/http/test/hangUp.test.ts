import { StarterCatalog, TemplateEngine } from "@telemark/core"
import { Effect, Layer } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostNames, startService } from "./support/service.js"

/** A compiler that never ends, and tells when it has begun and when it was stopped. */
const endless = () => {
  let begin = (): void => undefined
  let stop = (): void => undefined
  const begun = new Promise<void>((resolve) => { begin = resolve })
  const stopped = new Promise<void>((resolve) => { stop = resolve })
  const work = Effect.sync(() => { begin() }).pipe(Effect.zipRight(Effect.never), Effect.onInterrupt(() => Effect.sync(() => { stop() })))
  const templates = Layer.merge(
    Layer.succeed(TemplateEngine, { compile: () => work, preview: () => work, render: () => work }),
    Layer.succeed(StarterCatalog, { list: () => work, find: () => undefined })
  )
  return { begun, stopped, templates }
}

const template = { id: "a", name: "A", subject_template: "S", html: "<p>" }

describe.each(hostNames)("a client that hangs up behind %s", (host) => {
  it.each([
    ["POST", "/v1/templates", template],
    ["POST", "/v1/templates/preview", { html: "<p>" }],
    ["GET", "/v1/templates/starters", undefined]
  ])("stops what was compiled for it: %s %s", async (method, path, json) => {
    const { begun, stopped, templates } = endless()
    const service = await startService({ host, templates })
    onTestFinished(() => service.close())
    const { key: { key } } = await service.newAccount()
    const aborter = new AbortController()
    const answer = service.call(method, path, { key, json, signal: aborter.signal }).then(({ status }) => status, () => "gone")
    await begun
    aborter.abort()
    await stopped
    expect(await answer).toBe(host === "nodeHandler" ? "gone" : 499)
  })
})
