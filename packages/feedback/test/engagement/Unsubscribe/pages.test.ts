import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type Pages, startPages } from "../support/service.js"

let pages: Pages
beforeEach(async () => {
  pages = await startPages()
  await pages.telemark.topics.create({
    id: "news",
    name: "News",
    translations: { de: { name: "Neuigkeiten" } }
  })
  await pages.telemark.topics.create({ id: "offers", name: "Offers", description: "Once a week." })
  await pages.telemark.brand.update({ name: "Shop", postal_address: "Shop GmbH\nBerlin" })
})
afterEach(() => pages.close())

describe("the page of a mail", () => {
  it("unsubscribes by its button, and takes that back", async () => {
    const id = await pages.send("news")
    const path = pages.pathOf(id)
    const before = await pages.call("GET", path)
    expect(before.text).toContain("Stop “News” from Shop?")
    expect(before.text).toContain("a•••@example.com")
    expect(before.text).not.toContain("ada@")

    const thanks = await pages.post(path, { do: "unsubscribe" })
    expect([thanks.status, thanks.text]).toEqual([
      200,
      expect.stringContaining("a•••@example.com gets no more mail on “News” from Shop.")
    ])
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    expect((await pages.call("GET", path)).text).toContain('value="undo"')

    const undone = await pages.post(path, { do: "undo" })
    expect([undone.status, undone.text]).toEqual([
      200,
      expect.stringContaining("gets mail on “News” from Shop again")
    ])
    expect(await pages.blocked()).toEqual({})

    await pages.post(path, { do: "unsubscribe" })
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    expect(await pages.unsubscriptions(id)).toBe(1)
  })

  it("takes back what an unsubscription added, and never a bounce, a complaint or what the sender suppressed", async () => {
    for (const reason of ["bounce", "complaint", "manual"]) {
      const to = `${reason}@example.com`
      const [ofTopic, ofAll] = [await pages.send("news", to), await pages.send(undefined, to)]
      await pages.telemark.suppressions.add({ email_address: to, reason })
      await pages.telemark.suppressions.add({ email_address: to, reason, topic: "news" })
      for (const id of [ofTopic, ofAll]) {
        const answer = await pages.post(pages.pathOf(id), { do: "undo" })
        expect([answer.status, answer.text]).toEqual([
          200,
          expect.stringContaining("You get no mail")
        ])
        await pages.post(`${pages.pathOf(id)}/preferences`, {
          do: "save",
          shown: ["news", "offers"],
          topic: ["news", "offers"]
        })
      }
      expect(await pages.blocked(to)).toEqual({ all: reason, news: reason })
    }
  })

  it("is in the reader's language, and kept by nobody", async () => {
    const path = pages.pathOf(await pages.send("news"))
    const { headers, text } = await pages.call("GET", path, {
      headers: { "accept-language": "de-DE,de;q=0.9,en;q=0.5" }
    })
    expect(text).toContain("„Neuigkeiten“ von Shop abbestellen?")
    expect([
      headers.get("content-language"),
      headers.get("cache-control"),
      headers.get("vary"),
      headers.get("x-content-type-options")
    ]).toEqual(["de", "no-store", "Accept-Language", "nosniff"])
    expect(headers.get("x-request-id")).not.toBeNull()
  })

  it("still works after its topic was removed", async () => {
    const path = pages.pathOf(await pages.send("news"))
    await pages.telemark.topics.remove("news")
    expect((await pages.call("GET", path)).text).toContain("Stop “news” from Shop?")
    expect((await pages.oneClick(path)).text).toContain("You are unsubscribed")
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    expect((await pages.post(path, { do: "undo" })).text).toContain("You are subscribed again")
    expect(await pages.blocked()).toEqual({})
  })
})

describe("the page of preferences", () => {
  const save = (id: string, members: Readonly<Record<string, string | ReadonlyArray<string>>>) =>
    pages.post(`${pages.pathOf(id)}/preferences`, { do: "save", ...members })
  const shown = ["news", "offers"]

  it("saves what was chosen, and reports it as an event if it is about the mail itself", async () => {
    const id = await pages.send("news")
    expect((await pages.call("GET", `${pages.pathOf(id)}/preferences`)).text).toContain(
      "Once a week."
    )
    const saved = await save(id, { shown, topic: "news" })
    expect([saved.status, saved.text]).toEqual([
      200,
      expect.stringContaining("Your choice was saved.")
    ])
    expect([await pages.blocked(), await pages.unsubscriptions(id)]).toEqual([
      { offers: "unsubscribe" },
      0
    ])
    await save(id, { shown, topic: "offers" })
    expect([await pages.blocked(), await pages.unsubscriptions(id)]).toEqual([
      { news: "unsubscribe" },
      1
    ])
    await save(id, { shown, topic: shown })
    expect(await pages.blocked()).toEqual({})
  })

  it("stops all mail, and starts it again with the topics as they were chosen", async () => {
    const id = await pages.send()
    await save(id, { shown, topic: "news", none: "yes" })
    expect([await pages.blocked(), await pages.unsubscriptions(id)]).toEqual([
      { all: "unsubscribe", offers: "unsubscribe" },
      1
    ])
    expect((await pages.call("GET", pages.pathOf(id))).text).toContain(
      "a•••@example.com gets no more mail from Shop."
    )
    await save(id, { shown, topic: "news" })
    expect(await pages.blocked()).toEqual({ offers: "unsubscribe" })
  })

  it("leaves topics alone that it didn't show, and ignores what the tenant hasn't", async () => {
    const id = await pages.send("news")
    await save(id, { shown: ["news", "constructor", "else"], topic: ["news", "else"] })
    expect(await pages.blocked()).toEqual({})
    await save(id, {})
    expect(await pages.blocked()).toEqual({})
  })
})
