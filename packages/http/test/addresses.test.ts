import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, type Service, startService } from "./support/service.js"

const decomposed = "JU\u0308RGEN@example.com"

describe("two spellings of one address", () => {
  let service: Service
  let account: Account
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.close())

  const call = (method: string, path: string, json?: object) =>
    service.call(method, path, { key: account.key.key, ...(json === undefined ? {} : { json }) })
  const send = (json: object) =>
    call("POST", "/v1/emails/send", { from: "shop@example.org", subject: "x", text: "x", ...json })
  const queuedBy = async (json: object) => {
    const { json: answer, status } = await send(json)
    expect(status).toBe(201)
    return (answer as { queued: ReadonlyArray<{ recipient: string }> }).queued.map(
      ({ recipient }) => recipient
    )
  }
  const check = (address: string) => `/v1/suppressions/check/${encodeURIComponent(address)}`
  const at = (address: string) => `/v1/suppressions/${encodeURIComponent(address)}`

  describe.each([
    ["jürgen@example.com", decomposed],
    [decomposed, "jürgen@example.com"],
    ["foo.bar@example.com", '"Foo.\\bar"@example.com'],
    ['"Foo..Bar"@docomo.ne.jp', '"foo..bar"@DOCOMO.ne.jp'],
    ['"a b, <c@d>"@example.com', '"A\\ b, <c@d\\>"@example.com'],
    ['"jürgen k"@example.com', '"ju\u0308rgen k"@example.com']
  ])("%s and %s", (one, other) => {
    beforeAll(async () => {
      account = await service.newAccount()
    })

    it("get one message", async () => {
      expect(await queuedBy({ to: [one, other], cc: other, bcc: `Ada <${other}>` })).toEqual([one])
      expect(await queuedBy({ to: `Ada <${other}>`, reply_to: [one, `Ada <${other}>`] })).toEqual([
        other
      ])
      for (const spelling of [one, other]) {
        const found = await call("GET", `/v1/emails?recipient=${encodeURIComponent(spelling)}`)
        expect((found.json as { data: ReadonlyArray<unknown> }).data).toHaveLength(2)
      }
    })

    it("are suppressed, found, imported, exported and released together", async () => {
      expect((await call("POST", "/v1/suppressions", { email_address: one })).status).toBe(201)
      expect((await call("POST", "/v1/suppressions", { email_address: other })).status).toBe(200)
      expect((await call("GET", check(other))).json).toMatchObject({ suppressed: true })
      expect((await send({ to: other })).json).toMatchObject({ queued: [], suppressed: [other] })
      expect(
        (
          await call("POST", "/v1/suppressions/import", {
            suppressions: [{ email_address: other }]
          })
        ).json
      ).toMatchObject({ added: 0, already_suppressed: 1, invalid_count: 0 })
      for (const start of [other, one.normalize("NFD").slice(0, -4)]) {
        const listed = await call("GET", `/v1/suppressions?email=${encodeURIComponent(start)}`)
        expect(listed.json).toMatchObject({ data: [{ email_address: one }] })
      }
      const { text: table } = await call("GET", "/v1/suppressions/export")
      expect((await call("DELETE", at(other))).status).toBe(200)
      expect((await call("GET", check(one))).json).toMatchObject({ suppressed: false })
      const again = await service.call("POST", "/v1/suppressions/import", {
        key: account.key.key,
        body: table,
        headers: { "content-type": "text/csv" }
      })
      expect(again.json).toMatchObject({ added: 1, invalid_count: 0 })
      expect((await call("DELETE", at(other))).status).toBe(200)
    })
  })
})
