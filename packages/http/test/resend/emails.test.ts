import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, instant, type Service, startService } from "../support/service.js"
import { clientOf, oldClientOf, versions } from "./sdk.js"

const mail = {
  from: "Shop <shop@example.com>",
  to: "ada@example.com",
  subject: "Your order",
  html: "<p>It is on its way.</p>"
}

/** As a list of numbers, as older versions send it, more values than a body may have. */
const large = Buffer.from(Uint8Array.from({ length: 500_000 }, (_, index) => index % 251))

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let service: Service
let account: Account

beforeAll(async () => {
  service = await startService()
  account = await service.newAccount()
})

afterAll(() => service.close())

/** An id, or the error that came instead. */
const idOf = ({ data, error }: { data: { id: string } | null; error: unknown }): string => {
  expect(error).toBeNull()
  return data?.id ?? ""
}

describe.each(versions)("%s", (version) => {
  it("sends, and looks up what it sent", async () => {
    const resend = await oldClientOf(version, service, account)
    const id = idOf(await resend.emails.send({ ...mail, replyTo: "help@example.com" }))
    expect(id).toMatch(uuid)
    expect((await resend.emails.get(id)).data).toMatchObject({
      object: "email",
      id,
      from: "Shop <shop@example.com>",
      to: ["ada@example.com"],
      cc: null,
      bcc: null,
      reply_to: ["help@example.com"],
      subject: "Your order",
      html: mail.html,
      created_at: expect.stringMatching(instant),
      last_event: "queued"
    })
  })

  it("attaches files, as base64 and as Buffers", async () => {
    const resend = await oldClientOf(version, service, account)
    const id = idOf(
      await resend.emails.send({
        ...mail,
        attachments: [
          { filename: "a.txt", content: Buffer.from("one") },
          { filename: "b.txt", content: Buffer.from("two").toString("base64") },
          { filename: "c.bin", content: large },
          { filename: false, content: Buffer.from("four") }
        ]
      })
    )
    const path = `/v1/emails/em_${id.replaceAll("-", "")}/attachments`
    const file = async (index: number): Promise<unknown> =>
      (await service.call("GET", `${path}/${String(index)}`, { key: account.key.key })).json
    expect(await file(1)).toMatchObject({
      filename: "a.txt",
      content: Buffer.from("one").toString("base64")
    })
    expect(await file(2)).toMatchObject({ content: Buffer.from("two").toString("base64") })
    expect(await file(3)).toMatchObject({ content: large.toString("base64") })
    expect(await file(4)).toMatchObject({ filename: "attachment" })
  })

  it("sends a batch, and cancels a scheduled mail", async () => {
    const resend = await oldClientOf(version, service, account)
    const { data, error } = await resend.batch.send([mail, { ...mail, to: "bob@example.com" }])
    expect(error).toBeNull()
    expect(data?.data).toEqual([
      { id: expect.stringMatching(uuid) },
      { id: expect.stringMatching(uuid) }
    ])
    const at = new Date(Date.now() + 3_600_000).toISOString()
    const id = idOf(await resend.emails.send({ ...mail, scheduledAt: at }))
    expect((await resend.emails.get(id)).data).toMatchObject({
      scheduled_at: at,
      last_event: "scheduled"
    })
    const later = new Date(Date.now() + 7_200_000).toISOString()
    expect((await resend.emails.update({ id, scheduledAt: later })).data).toEqual({
      object: "email",
      id
    })
    expect((await resend.emails.get(id)).data?.scheduled_at).toBe(later)
    expect((await resend.emails.cancel(id)).data).toEqual({ object: "email", id })
    expect((await resend.emails.get(id)).data?.last_event).toBe("canceled")
  })
})

describe("a send to several", () => {
  it("is one mail that shows all of them, with one id", async () => {
    const resend = clientOf(service, await service.newAccount())
    const id = idOf(
      await resend.emails.send({ ...mail, to: ["Ada <ada@example.com>", "bob@example.com"] })
    )
    const shown = { id, to: ["Ada <ada@example.com>", "bob@example.com"], cc: null, bcc: null }
    expect((await resend.emails.get(id)).data).toMatchObject(shown)
    const { data } = await resend.emails.list()
    expect(data).toMatchObject({ object: "list", has_more: false })
    expect(data?.data).toMatchObject([{ id, to: ["ada@example.com", "bob@example.com"] }])
    const { json } = await service.call("GET", "/v1/emails", { key: resend.key ?? "" })
    for (const message of (json as { data: Array<{ id: string }> }).data)
      expect((await resend.emails.get(message.id)).data).toMatchObject(shown)
  })

  it("has up to 50 of them", async () => {
    const resend = clientOf(service, account)
    const to = Array.from({ length: 51 }, (_, index) => `a${String(index)}@example.com`)
    const id = idOf(await resend.emails.send({ ...mail, to: to.slice(1) }))
    expect((await resend.emails.get(id)).data?.to).toEqual(to.slice(1))
    expect((await resend.emails.send({ ...mail, to })).error).toMatchObject({
      statusCode: 422,
      message: expect.stringMatching(/^to must be/)
    })
  })

  it("shows copies, but no blind ones, and names both to the sender", async () => {
    const resend = clientOf(service, account)
    const id = idOf(
      await resend.emails.send({ ...mail, cc: "cc@example.com", bcc: ["bcc@example.com"] })
    )
    expect((await resend.emails.get(id)).data).toMatchObject({
      to: ["ada@example.com"],
      cc: ["cc@example.com"],
      bcc: ["bcc@example.com"]
    })
  })
})

it("gives only scheduled mail another time, and all of it", async () => {
  const resend = clientOf(service, account)
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  const to = ["ada@example.com", "bob@example.com"]
  const id = idOf(await resend.emails.send({ ...mail, to, scheduledAt: hours(1) }))
  const scheduledAt = hours(2)
  idOf(await resend.emails.update({ id, scheduledAt }))
  const { json } = await service.call("GET", "/v1/emails?limit=2", { key: account.key.key })
  for (const { id } of (json as { data: Array<{ id: string }> }).data)
    expect(
      (await service.call("GET", `/v1/emails/${id}`, { key: account.key.key })).json
    ).toMatchObject({ scheduled_at: scheduledAt, next_attempt_at: scheduledAt })
  const now = idOf(await resend.emails.send(mail))
  const refused = async (id: string, scheduledAt: string) =>
    (await resend.emails.update({ id, scheduledAt })).error
  expect(await refused(now, hours(1))).toMatchObject({ statusCode: 422, name: "validation_error" })
  expect((await refused(id, hours(31 * 24)))?.message).toMatch(/^scheduled_at must be at most/)
  expect((await refused(id, "tomorrow"))?.message).toMatch(/^scheduled_at must be an instant/)
  expect(await refused("x", hours(1))).toMatchObject({ statusCode: 404 })
  idOf(await resend.emails.cancel(id))
  expect(await refused(id, hours(1))).toMatchObject({ statusCode: 422 })
})

it("keeps tags", async () => {
  const resend = clientOf(service, account)
  const tags = [
    { name: "order", value: "1042" },
    { name: "kind", value: "receipt" }
  ]
  const id = idOf(await resend.emails.send({ ...mail, tags }))
  expect((await resend.emails.get(id)).data?.tags).toEqual(expect.arrayContaining(tags))
})

it("reads lists page by page", async () => {
  const resend = clientOf(service, await service.newAccount())
  const ids = []
  for (const to of ["a@example.com", "b@example.com", "c@example.com"])
    ids.unshift(idOf(await resend.emails.send({ ...mail, to })))
  const first = (await resend.emails.list({ limit: 2 })).data
  expect(first?.data.map(({ id }) => id)).toEqual(ids.slice(0, 2))
  expect(first?.has_more).toBe(true)
  const next = (await resend.emails.list({ limit: 2, after: ids[1] ?? "" })).data
  expect(next).toMatchObject({ has_more: false, data: [{ id: ids[2] }] })
})

it("lists sends to many, whatever the limit", async () => {
  const resend = clientOf(service, await service.newAccount())
  const to = Array.from({ length: 50 }, (_, index) => `a${String(index)}@example.com`)
  const ids: Array<string> = []
  for (let count = 0; count < 3; count++)
    ids.unshift(idOf(await resend.emails.send({ ...mail, to })))
  const listed: Array<string> = []
  for (let after: string | undefined, isMore = true; isMore; after = listed.at(-1)) {
    const { data } = await resend.emails.list({
      limit: 2,
      ...(after === undefined ? {} : { after })
    })
    expect(data?.data.length).toBeGreaterThan(0)
    listed.push(...(data?.data ?? []).map(({ id }) => id))
    isMore = data?.has_more === true
  }
  expect(listed).toEqual(ids)
})
