import { startWebhookPeer, type WebhookBehaviour, type WebhookPeer } from "@telemark/testing"
import { once } from "node:events"
import { connect } from "node:net"
import { afterEach, describe, expect, it } from "vitest"

const open: Array<WebhookPeer> = []
const start = async (behaviour?: WebhookBehaviour): Promise<WebhookPeer> => {
  const peer = await startWebhookPeer()
  open.push(peer)
  if (behaviour !== undefined) peer.answer(behaviour)
  return peer
}
afterEach(() => Promise.all(open.splice(0).map((peer) => peer.close())))

const post = (peer: WebhookPeer, path = "/", body = "{}") =>
  fetch(`${peer.url}${path}`, {
    method: "POST",
    body,
    redirect: "manual",
    headers: { "X-Order": "1" }
  })

/**
 * Posts over a socket of its own, and answers with what came until that holds of it, or until the
 * peer hung up.
 */
const exchange = async (
  { port }: WebhookPeer,
  holds: (heard: string) => boolean = () => false
): Promise<string> => {
  const socket = connect(port, "127.0.0.1")
  let heard = ""
  socket.on("error", () => {})
  socket.on("data", (chunk: Buffer) => {
    heard += chunk.toString()
    if (holds(heard)) socket.destroy()
  })
  socket.write("POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}")
  await once(socket, "close")
  return heard
}

describe("the webhook peer", () => {
  it("answers 200 ok and records its requests", async () => {
    const peer = await start()
    const answer = await post(peer, "/hooks?a=1", "[1]")
    expect([answer.status, await answer.text()]).toEqual([200, "ok"])
    expect(peer.requests).toMatchObject([
      { method: "POST", path: "/hooks?a=1", body: "[1]", headers: { "x-order": "1" } }
    ])
    expect([peer.connections, peer.open]).toEqual([1, 1])
  })

  it("answers as configured, also by the request or its number", async () => {
    const peer = await start({ status: 201, body: "made", headers: { "x-a": "1" } })
    const made = await post(peer)
    expect([made.status, made.headers.get("x-a"), await made.text()]).toEqual([201, "1", "made"])
    peer.answer(({ path }, n) => ({ status: 200, chunks: [path, " ", String(n)] }))
    expect(await (await post(peer, "/second")).text()).toBe("/second 2")
    peer.answer({ redirect: "http://elsewhere.example/" })
    const moved = await post(peer)
    expect([moved.status, moved.headers.get("location")]).toEqual([
      302,
      "http://elsewhere.example/"
    ])
    peer.answer({ large: 1_000_000 })
    expect(await (await post(peer)).text()).toHaveLength(1_000_000)
  })

  it("hangs up without an answer, or in the middle of one", async () => {
    const peer = await start("reset")
    expect(await exchange(peer)).toBe("")
    peer.answer("closeHalfway")
    expect(await exchange(peer)).toMatch(/content-length: 100\r\n[^]*\r\n\r\nx{10}$/)
    peer.answer({ raw: "nonsense" })
    expect(await exchange(peer)).toBe("nonsense")
    expect(peer.requests).toHaveLength(3)
  })

  it("stalls before or within an answer", async () => {
    const peer = await start("stall")
    const stalled = exchange(peer)
    await peer.until(({ requests }) => requests.length === 1)
    peer.answer("stallBody")
    await exchange(peer, (heard) => heard.endsWith("x".repeat(50)))
    peer.answer("drip")
    await exchange(peer, (heard) => heard.split("1\r\n.\r\n").length > 3)
    await peer.until((seen) => seen.open === 1)
    await peer.stop()
    expect(await stalled).toBe("")
  })

  it("refuses connections while it is stopped, and accepts them on the same port again", async () => {
    const peer = await start()
    await post(peer)
    await peer.stop()
    expect(peer.open).toBe(0)
    await expect(post(peer)).rejects.toThrow("fetch failed")
    await peer.restart()
    expect((await post(peer)).status).toBe(200)
    expect([peer.connections, peer.requests.length]).toEqual([2, 2])
  })

  it("is closed at the end of the block that uses it, and can be closed twice", async () => {
    let url = ""
    {
      await using peer = await startWebhookPeer()
      url = peer.url
      expect((await fetch(url)).status).toBe(200)
      await peer.close()
    }
    await expect(fetch(url)).rejects.toThrow("fetch failed")
  })

  it("reports it when an expected request doesn't come", async () => {
    const peer = await start()
    await expect(peer.until(() => false, 1)).rejects.toThrow("did not see the expected requests")
  })
})
