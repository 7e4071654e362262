import {
  DkimKeys,
  DomainVerifier,
  OwnServers,
  type OutsidePorts,
  StarterCatalog,
  TemplateEngine,
  WebhookAnswer,
  WebhookCaller
} from "@telemark/core"
import { layerFeedbackReader } from "@telemark/feedback"
import { layerNetworkGuard } from "@telemark/network"
import { layerComposer } from "@telemark/smtp"
import { Effect, Layer, Redacted } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { hostNames, startService } from "./support/service.js"

/** Work that never ends, and tells when it has begun and when it was stopped. */
const endless = () => {
  let begin = (): void => undefined
  let stop = (): void => undefined
  const begun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const work = Effect.sync(() => {
    begin()
  }).pipe(
    Effect.andThen(Effect.never),
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        stop()
      })
    )
  )
  return { begun, stopped, work }
}

type Work = ReturnType<typeof endless>["work"]

/** A compiler that never ends. */
const endlessTemplates = (work: Work) =>
  Layer.merge(
    Layer.succeed(TemplateEngine, { compile: () => work, preview: () => work, render: () => work }),
    Layer.succeed(StarterCatalog, { list: () => work, find: () => undefined })
  )

/** Gives that at the first call; the next ones never end. */
const once = <A>(first: Effect.Effect<A>, work: Work) => {
  let calls = 0
  return () => (calls++ === 0 ? first : work)
}

/**
 * DNS that never answers, nor do endpoints; keys, looks at hosts and tests of servers of which only
 * the first comes to an end.
 */
const endlessOutside = (work: Work): Layer.Layer<OutsidePorts> =>
  Layer.mergeAll(
    layerComposer,
    Layer.succeed(DkimKeys, {
      generate: once(
        Effect.succeed({ public_key: "public", private_key: Redacted.make("private") }),
        work
      )
    }),
    Layer.succeed(DomainVerifier, { verify: () => work }),
    layerFeedbackReader.pipe(Layer.provide(Layer.orDie(layerNetworkGuard()))),
    Layer.succeed(OwnServers, {
      test: once(Effect.void, work),
      deliver: () => work,
      relay: () => work
    }),
    Layer.succeed(WebhookCaller, {
      isPermitted: once(Effect.succeed(true), work),
      call: once(Effect.succeed(taken), work)
    })
  )

const taken = WebhookAnswer.Answered({ status: 200, response: "ok", duration_ms: 1 })
const template = { id: "a", name: "A", subject_template: "S", html: "<p>" }
const endpoint = { url: "https://example.com", events: ["email.sent"] }
const config = {
  provider: "custom",
  host: "smtp.example.com",
  port: 587,
  username: "u",
  password: "p"
}

const seen = [
  "/v1/domains",
  "/v1/domains/example.com",
  "/v1/smtp-config",
  "/v1/webhook-endpoints",
  "/v1/webhook-endpoints/1/deliveries"
]

describe.each(hostNames)("a client that hangs up behind %s", (host) => {
  it.each([
    ["POST", "/v1/templates", template],
    ["POST", "/v1/templates/preview", { html: "<p>" }],
    ["GET", "/v1/templates/starters", undefined]
  ])("stops what was compiled for it: %s %s", async (method, path, json) => {
    const { begun, stopped, work } = endless()
    const service = await startService({ host, templates: endlessTemplates(work) })
    onTestFinished(() => service.close())
    const {
      key: { key }
    } = await service.newAccount()
    const aborter = new AbortController()
    const answer = service.call(method, path, { key, json, signal: aborter.signal }).then(
      ({ status }) => status,
      () => "gone"
    )
    await begun
    aborter.abort()
    await stopped
    expect(await answer).toBe(host === "nodeHandler" ? "gone" : 499)
  })

  it.each([
    ["POST", "/v1/domains", { domain: "mail.example.com" }],
    ["POST", "/v1/domains/example.com/verify", undefined],
    ["POST", "/v1/domains/example.com/rotate-dkim", undefined],
    ["POST", "/v1/smtp-config", { ...config, host: "other.example.com" }],
    ["POST", "/v1/smtp-config/verify", undefined],
    ["POST", "/v1/webhook-endpoints", { ...endpoint, url: "https://other.example.com" }],
    ["PATCH", "/v1/webhook-endpoints/1", { url: "https://other.example.com" }],
    ["POST", "/v1/webhook-endpoints/1/test", undefined]
  ])(
    "stops what was made, looked up or tested for it, and nothing changes: %s %s",
    async (method, path, json) => {
      const { begun, stopped, work } = endless()
      const service = await startService({ host, outside: endlessOutside(work) })
      onTestFinished(() => service.close())
      const {
        key: { key }
      } = await service.newAccount()
      expect(
        (await service.call("POST", "/v1/domains", { key, json: { domain: "example.com" } })).status
      ).toBe(201)
      expect((await service.call("POST", "/v1/smtp-config", { key, json: config })).status).toBe(
        200
      )
      expect(
        (await service.call("POST", "/v1/webhook-endpoints", { key, json: endpoint })).json
      ).toMatchObject({ id: 1 })
      expect((await service.call("POST", "/v1/webhook-endpoints/1/test", { key })).status).toBe(200)
      const state = () =>
        Promise.all(seen.map(async (path) => (await service.call("GET", path, { key })).json))
      const before = await state()
      const aborter = new AbortController()
      const answer = service.call(method, path, { key, json, signal: aborter.signal }).then(
        ({ status }) => status,
        () => "gone"
      )
      await begun
      aborter.abort()
      await stopped
      expect(await answer).toBe(host === "nodeHandler" ? "gone" : 499)
      expect(await state()).toEqual(before)
    }
  )
})
