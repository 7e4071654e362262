import { verifyWebhook } from "@telemark/client"
import { startWebhookPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { call } from "./support/call.js"

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

const peer = async () => {
  const started = await startWebhookPeer()
  onTestFinished(() => started.close())
  return started
}

const trigger = (...args: ReadonlyArray<string>) => call(["events", "trigger", ...args])

describe("telemark events trigger", () => {
  it("posts a sample, signed with the secret, to this machine, and prints the answer", async () => {
    const receiver = await peer()
    receiver.answer({ status: 202, body: "thank you" })
    const url = `http://localhost:${String(receiver.port)}/hooks?a=1`
    const { code, stderr, stdout } = await trigger(
      ...["email.bounced", "--forward-to", url, "--secret", secret]
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(stdout).toMatch(/^202 {2}\d+ ms\nthank you\n$/)
    const { body, headers, path } = receiver.requests[0] ?? expect.fail("nothing was posted")
    expect(path).toBe("/hooks?a=1")
    expect(await verifyWebhook(body, headers, secret)).toMatchObject({
      type: "email.bounced",
      data: { failure_code: "invalid_recipient", metadata: { sample: true } }
    })
  })

  it("prints the secret that it made, if none was given", async () => {
    const receiver = await peer()
    const { code, stderr, stdout } = await trigger(
      ...["email.opened", "--forward-to", receiver.url, "--json"]
    )
    expect(code).toBe(0)
    const made = /whsec_\S+?(?=;)/.exec(stderr)?.[0] ?? expect.fail(stderr)
    const { body, headers } = receiver.requests[0] ?? expect.fail("nothing was posted")
    const event = await verifyWebhook(body, headers, made)
    expect(JSON.parse(stdout)).toMatchObject({ event, status_code: 200, error: null })
  })

  it("ends with 1 if the answer isn't 2xx, or there is none", async () => {
    const receiver = await peer()
    receiver.answer({ status: 500, body: "\u001b[31mbroken" })
    const refused = await trigger("email.sent", "--forward-to", receiver.url, "--secret", secret)
    expect(refused.code).toBe(1)
    expect(refused.stdout).toMatch(/^500 {2}\d+ ms\n\\x1b\[31mbroken\n$/)
    expect(refused.stderr).toBe(
      "telemark: The endpoint answered 500. Only a 2xx answer confirms the event.\n"
    )
    await receiver.stop()
    const closed = await trigger("email.sent", "--forward-to", receiver.url, "--json")
    expect(closed.code).toBe(1)
    expect(JSON.parse(closed.stdout)).toMatchObject({
      status_code: null,
      response: null,
      error: "The host refused the connection, or could not be reached."
    })
  })

  it("posts to other networks only if they are allowed", async () => {
    const { code, stderr } = await trigger(
      ...["email.sent", "--forward-to", "http://10.0.0.1/hooks", "--secret", secret]
    )
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        "telemark: The network policy (TELEMARK_ALLOW_NETWORKS) does not allow the address of this host.\n"
    })
  })

  it.each([
    ["email.lost", "http://127.0.0.1:9/", secret, "email.bounced"],
    ["email.sent", "ftp://127.0.0.1/", secret, "forward-to must begin with https://"],
    ["email.sent", "http://127.0.0.1:9/", "tm_nosecret", "whsec_"]
  ])("refuses %s to %s with %s", async (type, url, given, reason) => {
    const { code, stderr } = await trigger(type, "--forward-to", url, "--secret", given)
    expect(code).toBe(1)
    expect(stderr).toContain(reason)
  })
})
