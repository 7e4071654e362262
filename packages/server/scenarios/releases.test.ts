import { startSmtpPeer } from "@telemark/testing"
import { describe, expect, it, onTestFinished } from "vitest"
import { clientOf } from "./client.js"
import { databases } from "./databases.js"
import { startDomainServer } from "./domainServer.js"
import { answersOf, environment, file, fillRelease, follow, raw } from "./fillRelease.js"
import { eventually, work } from "./harness.js"
import { arrivals, idOf } from "./mails.js"
import { emptyUrl, type Kind, restore, store, storedBy, storedReleases } from "./storedRelease.js"
import { eventsAt, startReceiver } from "./webhookServer.js"

const kinds = databases.map(([name]): Kind => (name === "SQLite" ? "sqlite" : "postgres"))

// Set by scripts/store-release.mjs: what is stored now is read the next time.
const version = process.env["TELEMARK_STORE_RELEASE"] ?? ""

describe.runIf(version !== "")(`release ${version}`, () => {
  it.each(kinds)("is stored, on %s", async (kind) => {
    const url = await emptyUrl(kind)
    await store(version, kind, url, await fillRelease(url))
  })
})

const cases = version === "" ? storedReleases : []

describe.each(cases)("what %s stored", (release) => {
  it.each(kinds)("is read, and its waiting mail is sent, on %s", async (kind) => {
    const { answers, endpoint, keys, login, records, settled, waiting } = storedBy(release, kind)
    const own = await startSmtpPeer({ login })
    onTestFinished(() => own.close())
    const url = await restore(release, kind, own.port)
    const started = await startDomainServer(url, environment, "--no-worker")
    const { judge, peer, publish, server } = started
    publish(records)
    const [shop, acme] = [clientOf(server.url, keys.shop), clientOf(server.url, keys.acme)]
    expect(server.key).toBeUndefined()
    expect({
      shop: await answersOf(shop, Object.keys(answers.shop)),
      acme: await answersOf(acme, Object.keys(answers.acme))
    }).toMatchObject(answers)

    const receiver = await startReceiver()
    const moved = await shop.patch(`/webhook-endpoints/${String(endpoint.id)}`, {
      url: receiver.url
    })
    expect(moved.status).toBe(200)
    work(started.environment)
    const { own: ofAcme, ...others } = waiting
    const ofShop = Object.values(others)
    await eventually(async () => {
      for (const id of ofShop) expect(await shop.email(id)).toMatchObject({ status: "sent" })
      expect(await acme.email(ofAcme ?? "")).toMatchObject({
        status: "sent",
        smtp_provider: "acme"
      })
    })
    expect([...arrivals(own)]).toEqual([[ofAcme, 1]])
    const sourceOf = (id = "") =>
      peer.mails.find((mail) => idOf(mail) === id)?.source ?? Buffer.alloc(0)
    const complete = peer.mails.find(({ source }) => source.includes("<stored@shop.example>"))
    expect(peer.mails).toHaveLength(ofShop.length)
    const [head = "", content = ""] = raw.split("\r\n\r\n")
    expect(complete?.source.toString()).toContain(head)
    expect(complete?.source.toString().split("\r\n\r\n")[1]).toBe(content)
    expect(sourceOf(waiting["templated"]).toString()).toContain("Hello Ada")
    expect(sourceOf(waiting["file"]).toString().replaceAll("\r\n", "")).toContain(
      file.toString("base64")
    )
    for (const { source } of peer.mails)
      expect(await judge(source)).toMatchObject({ dkim: [{ result: "pass" }], dmarc: "pass" })
    await eventually(async () => {
      const told = await eventsAt(receiver, endpoint.secret)
      expect(told.map(({ data }) => data.email_id)).toEqual(expect.arrayContaining(ofShop))
    })
    const all = [...settled, ...ofShop]
    expect((await follow(url, all.length)).toSorted()).toEqual(all.toSorted())
  })
})
