import { type DnsPeer, startWebhookPeer } from "@telemark/testing"
import { expect, it, onTestFinished } from "vitest"
import { makeApi, member, told } from "../api.js"
import type { StartHost, Traits } from "../host.js"
import { outsideOf } from "./outside.js"
import { hello } from "./Part.js"

/** Adds the test of `close()`. It runs on a host of its own, which is through afterwards. */
export const closing = (start: StartHost, dns: () => DnsPeer, { onceClosed }: Traits): void => {
  it("finishes the requests in progress when Telemark is closed, and accepts no more", async () => {
    const receiver = await startWebhookPeer()
    onTestFinished(() => receiver.close())
    const host = await start(outsideOf(dns()))
    onTestFinished(() => host.end())
    const { call } = makeApi(host)
    const made = await call("POST", "/webhook-endpoints", {
      json: { url: receiver.url, events: ["email.sent"] }
    })
    receiver.answer("stall")
    const underWay = call("POST", `/webhook-endpoints/${String(member(made, "id"))}/test`)
    await receiver.until(({ requests }) => requests.length === 1)
    const closed = host.close()
    // Its end is what the request waits for.
    await receiver.stop()
    expect(told(await underWay)).toMatchObject([200, { status_code: null }])
    await closed
    const later = call("POST", "/emails/send", { json: hello })
    if (onceClosed === "nobody") return expect(later).rejects.toThrow()
    const answer = await later
    expect(told(answer)).toEqual([503, { error: "Service unavailable" }])
    expect(answer.headers.get("retry-after")).toBe("1")
  })
}
