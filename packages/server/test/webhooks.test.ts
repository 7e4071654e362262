import { verifyWebhook } from "@telemark/client"
import { startWebhookPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { join } from "node:path"
import type { Finding } from "../src/doctor/Finding.js"
import { call } from "./support/call.js"
import { said } from "./support/said.js"
import { startServing } from "./support/serving.js"
import { temporaryDirectory } from "./support/telemark.js"

const opened = { TELEMARK_ALLOW_NETWORKS: "127.0.0.0/8" }

const findings = async (directory: string): Promise<ReadonlyArray<string>> => {
  const { stdout } = await call(["doctor", "--json"], {
    TELEMARK_DATABASE_URL: `sqlite:${join(directory, "mail.db")}`,
    TELEMARK_PORT: "0"
  })
  const { checks } = JSON.parse(stdout) as { readonly checks: ReadonlyArray<Finding> }
  return checks.filter(({ check }) => check === "webhooks").map(said)
}

const peer = async () => {
  const started = await startWebhookPeer()
  onTestFinished(() => started.close())
  return started
}

describe("webhooks of a server", () => {
  it("are posted for the mail that it delivers, and the doctor reports endpoints that fail and that are gone", async () => {
    const [directory, fine, broken, gone] = [
      temporaryDirectory(),
      await peer(),
      await peer(),
      await peer()
    ]
    broken.answer({ status: 500 })
    gone.answer({ status: 410 })
    const server = await startServing(directory, opened)
    expect(await findings(directory)).toEqual([])
    const secrets: Array<unknown> = []
    for (const { url } of [fine, broken, gone]) {
      const { body, status } = await server.post("/webhook-endpoints", {
        url,
        events: ["email.sent"]
      })
      expect(status).toBe(201)
      secrets.push(body["secret"])
    }
    expect(await findings(directory)).toEqual([
      "ok: 3 webhook endpoints, none of which failed when last used."
    ])
    expect((await server.post("/emails/send", { to: "ada@example.com", text: "x" })).status).toBe(
      201
    )
    await expect
      .poll(() => [fine, broken, gone].map(({ requests }) => requests.length > 0))
      .toEqual([true, true, true])
    const { body, headers } = fine.requests[0] ?? expect.fail("nothing was posted")
    expect(await verifyWebhook(body, headers, String(secrets[0]))).toMatchObject({
      type: "email.sent",
      data: { recipient: "ada@example.com" }
    })
    await expect
      .poll(() => findings(directory))
      .toEqual([
        expect.stringMatching(
          /^warn: Of 3 webhook endpoints 1 failed when last used, and 1 was made inactive because of it\. Failing: \d+ of default\. Inactive: \d+ of default \(answered 410\)\./
        ) as unknown
      ])
  })

  it("don't go into the network unless TELEMARK_ALLOW_NETWORKS opens it", async () => {
    const receiver = await peer()
    const server = await startServing(temporaryDirectory())
    expect(
      await server.post("/webhook-endpoints", { url: receiver.url, events: ["email.sent"] })
    ).toMatchObject({
      status: 400,
      body: { details: { url: [expect.stringContaining("TELEMARK_ALLOW_NETWORKS") as unknown] } }
    })
    expect(receiver.requests).toEqual([])
  })
})
