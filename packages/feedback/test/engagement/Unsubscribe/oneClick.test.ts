import { linkToken } from "@telemark/feedback"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { clickBy } from "../support/requests.js"
import { hostNames, type Pages, startPages } from "../support/service.js"

describe.each(hostNames)("the one-click request, behind the %s", (host) => {
  let pages: Pages
  beforeEach(async () => {
    pages = await startPages(host)
    await pages.telemark.topics.create({ id: "news", name: "News" })
  })
  afterEach(() => pages.close())

  const multipart =
    '--00000000000012ab\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--00000000000012ab--\r\n'

  it.each([
    ["urlencoded", "application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"],
    ["multipart", "multipart/form-data; boundary=00000000000012ab", multipart],
    ["plain text", "text/plain", "List-Unsubscribe=One-Click\r\n"],
    ["octets", "application/octet-stream", "List-Unsubscribe=One-Click"],
    ["empty", "application/x-www-form-urlencoded", ""]
  ])(
    "unsubscribes from the topic of the mail, without a cookie or a redirect, once (%s)",
    async (_, type, body) => {
      const id = await pages.send("news")
      for (let time = 0; time < 2; time++) {
        const answer = await pages.call("POST", pages.pathOf(id), {
          body,
          headers: { "content-type": type }
        })
        expect([
          answer.status,
          answer.headers.get("set-cookie"),
          answer.headers.get("location")
        ]).toEqual([200, null, null])
      }
      expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
      expect(await pages.unsubscriptions(id)).toBe(1)
      expect(
        await pages.telemark.emails.send({
          to: "ada@example.com",
          subject: "News",
          text: "x",
          topic: "news"
        })
      ).toMatchObject({ queued: [], suppressed: ["ada@example.com"] })
      expect(
        await pages.telemark.emails.send({
          to: "ada@example.com",
          subject: "Your password",
          text: "x"
        })
      ).toMatchObject({ suppressed: [] })
    }
  )

  it("is the same with a slash at the end, which some hosts add", async () => {
    const id = await pages.send("news")
    expect((await pages.call("GET", `${pages.pathOf(id)}/`)).text).toContain('href="./preferences"')
    expect((await pages.oneClick(`${pages.pathOf(id)}/`)).status).toBe(200)
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
  })

  it("unsubscribes from all mail if the mail has no topic", async () => {
    const id = await pages.send()
    expect((await pages.oneClick(pages.pathOf(id))).status).toBe(200)
    expect(await pages.blocked()).toEqual({ all: "unsubscribe" })
    expect(await pages.unsubscriptions(id)).toBe(1)
  })

  it("leaves other recipients and tenants alone", async () => {
    await pages.telemark.tenants.create({ name: "other" })
    await pages.oneClick(pages.pathOf(await pages.send("news")))
    expect(await pages.blocked("bob@example.com")).toEqual({})
    expect(
      await pages.telemark.tenant("other").suppressions.check("ada@example.com")
    ).toMatchObject({ suppressed: false, topics: [] })
  })

  it("is refused in words unless it is that form", async () => {
    const id = await pages.send("news")
    const wrong = [
      ["application/x-www-form-urlencoded", "List-Unsubscribe=Maybe"],
      ["application/json", '{"List-Unsubscribe":"One-Click"}'],
      ["multipart/form-data", multipart],
      ["text/plain", "a=b"]
    ] as const
    for (const [type, body] of wrong) {
      const answer = await pages.call("POST", pages.pathOf(id), {
        body,
        headers: { "content-type": type }
      })
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        400,
        expect.objectContaining({
          details: { body: [expect.stringContaining("List-Unsubscribe=One-Click")] }
        })
      ])
    }
    expect(
      (await pages.post(`${pages.pathOf(id)}/preferences`, { "List-Unsubscribe": "One-Click" }))
        .status
    ).toBe(400)
    expect(
      (
        await pages.post(pages.pathOf(id), {
          "List-Unsubscribe": "One-Click",
          more: "x".repeat(65_536)
        })
      ).status
    ).toBe(413)
    expect(await pages.blocked()).toEqual({})
  })

  it("is unknown with a token that nobody here made, that is cut, or that is for something else", async () => {
    const id = await pages.send("news")
    const path = pages.pathOf(id)
    const wrong = [
      path.slice(0, -1),
      `${path}A`,
      `${path.slice(0, 20)}${path.charAt(20) === "A" ? "B" : "A"}${path.slice(21)}`,
      "/u/x",
      `/u/${linkToken(Buffer.alloc(32, 1), "page", id)}`,
      `/u/${linkToken(pages.key, "open", id)}`,
      `/u/${clickBy(pages.key, "", id)}`
    ]
    for (const one of wrong) {
      for (const method of ["GET", "HEAD"])
        expect([one, (await pages.call(method, one)).status]).toEqual([one, 404])
      expect([one, (await pages.oneClick(one)).status]).toEqual([one, 404])
    }
    for (const one of ["/u", "/u/", `${path}//`, `${path}/else`, `${path}/preferences/else`])
      expect([one, (await pages.oneClick(one)).status]).toEqual([one, 404])
    expect(await pages.blocked()).toEqual({})
  })

  it("says that a mail is too old whose log was deleted, and changes nothing", async () => {
    const path = pages.pathOf(`em_${"0199a0b0c0d0".padEnd(32, "7")}`)
    for (const answer of [
      await pages.oneClick(path),
      await pages.call("GET", path),
      await pages.call("GET", `${path}/preferences`),
      await pages.post(path, { do: "undo" })
    ]) {
      expect([answer.status, answer.text]).toEqual([
        410,
        expect.stringContaining("This mail is too old")
      ])
    }
  })

  it("isn't needed to be told of what a scanner does: GET and HEAD change nothing, whatever the query", async () => {
    const id = await pages.send("news")
    for (const path of [pages.pathOf(id), `${pages.pathOf(id)}/preferences`]) {
      for (const query of [
        "",
        "?List-Unsubscribe=One-Click",
        "?do=unsubscribe",
        "?do=save&shown=news&none=yes",
        "#x"
      ]) {
        for (const method of ["GET", "HEAD"]) {
          const answer = await pages.call(method, `${path}${query}`)
          expect([
            answer.status,
            answer.headers.get("set-cookie"),
            method === "HEAD" && answer.text !== ""
          ]).toEqual([200, null, false])
        }
      }
      for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"]) {
        const answer = await pages.call(method, path)
        expect([answer.status, answer.headers.get("allow")]).toEqual([405, "GET, HEAD, POST"])
      }
    }
    expect(await pages.blocked()).toEqual({})
    expect(await pages.unsubscriptions(id)).toBe(0)
  })
})

describe("a mail that isn't known to have been sent", () => {
  it("unsubscribes at once, and its event follows", async () => {
    const pages = await startPages("nodeHandler", { deliverAtOnce: false })
    await pages.telemark.topics.create({ id: "news", name: "News" })
    const id = await pages.send("news")
    expect((await pages.oneClick(pages.pathOf(id))).text).toContain("You are unsubscribed")
    expect(await pages.blocked()).toEqual({ news: "unsubscribe" })
    await pages.close()
  })

  it("is taken back for good, although the event follows", async () => {
    const pages = await startPages("nodeHandler", { deliverAtOnce: false })
    await pages.telemark.topics.create({ id: "news", name: "News" })
    const id = await pages.send("news")
    await pages.oneClick(pages.pathOf(id))
    await pages.post(pages.pathOf(id), { do: "undo" })
    await pages.telemark.deliverDue()
    expect(await pages.unsubscriptions(id)).toBe(1)
    expect(await pages.blocked()).toEqual({})
    await pages.close()
  })
})
