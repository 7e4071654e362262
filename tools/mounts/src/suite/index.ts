import { type DnsPeer, startDnsPeer, startWebhookPeer, type WebhookPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe } from "vitest"
import { type Api, makeApi } from "../api.js"
import type { Host, StartHost, Traits } from "../host.js"
import { authentication } from "./authentication.js"
import { bodies } from "./bodies.js"
import { closing } from "./closing.js"
import { connections } from "./connections.js"
import { domains } from "./domains.js"
import { emails } from "./emails.js"
import { outsideOf } from "./outside.js"
import type { Given } from "./Part.js"
import { routing } from "./routing.js"
import { suppressions } from "./suppressions.js"
import { templates } from "./templates.js"
import { webhooks } from "./webhooks.js"

export { outsideOf } from "./outside.js"
export { hello } from "./Part.js"

/** Beginning may mean that a process starts, or a build runs. */
const timeout = 180_000

export interface TestHostOptions extends Traits {
  /** Whether it listens, so that connections can be made by hand; true by default. */
  readonly listens?: boolean
  /**
   * Leaves out what can't be otherwise where the same host is mounted in another way, and so passes
   * the whole.
   */
  readonly only?: "bodies"
}

const whole = [authentication, emails, suppressions, templates, domains, webhooks, routing, bodies]

/**
 * The tests of the HTTP API, which are the same for whatever serves it. Call it at the top of a
 * test file.
 */
export const testHost = (
  name: string,
  start: StartHost,
  { listens = true, only, ...traits }: TestHostOptions = {}
): void => {
  describe(name, () => {
    let dns: DnsPeer
    let receiver: WebhookPeer
    let host: Host
    let api: Api
    beforeAll(async () => {
      ;[dns, receiver] = await Promise.all([startDnsPeer(), startWebhookPeer()])
      host = await start(outsideOf(dns))
      api = makeApi(host)
    }, timeout)
    afterAll(async () => {
      await host.close()
      await host.end()
      await Promise.all([dns.close(), receiver.close()])
    })
    const given: Given = { api: () => api, receiver: () => receiver, traits }
    const parts = only === "bodies" ? [emails, bodies] : whole
    for (const part of listens ? [...parts, connections] : parts) part(given)
    if (only === undefined) closing(start, () => dns, traits)
  })
}
