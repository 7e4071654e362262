import { afterAll, beforeAll, expect, it } from "vitest"
import { instant, type Service, startService } from "../support/service.js"
import { clientOf } from "./sdk.js"

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

let service: Service

beforeAll(async () => {
  service = await startService()
})

afterAll(() => service.close())

const newClient = async () => clientOf(service, await service.newAccount())

/** What was answered, or fails with the error that came instead. */
const dataOf = <Data>({
  data,
  error
}: {
  readonly data: Data | null
  readonly error: unknown
}): Data => {
  expect(error).toBeNull()
  return data as Data
}

it("suppresses addresses, and allows them again", async () => {
  const { suppressions } = await newClient()
  const added = dataOf(await suppressions.add({ email: "Ada@example.com" }))
  expect(added).toEqual({ object: "suppression", id: "ada@example.com" })
  const found = dataOf(await suppressions.get(added.id))
  expect(found).toEqual({
    object: "suppression",
    id: "ada@example.com",
    email: "ada@example.com",
    origin: "manual",
    source_id: null,
    created_at: expect.stringMatching(instant)
  })
  const emails = ["bob@example.com", "cyd@example.com"]
  const batch = dataOf(await suppressions.batch.add({ emails }))
  expect(batch.data).toEqual(emails.map((id) => ({ object: "suppression", id })))
  const first = dataOf(await suppressions.list({ limit: 2 }))
  expect(first).toMatchObject({ object: "list", has_more: true })
  const next = dataOf(await suppressions.list({ limit: 2, after: first.data[1]?.id ?? "" }))
  expect(next).toMatchObject({ has_more: false })
  expect([...first.data, ...next.data].map(({ id }) => id).sort()).toEqual([
    "ada@example.com",
    ...emails
  ])
  expect(dataOf(await suppressions.list({ origin: "bounce" })).data).toEqual([])
  expect(dataOf(await suppressions.remove("ada@example.com"))).toEqual({
    object: "suppression",
    id: "ada@example.com",
    deleted: true
  })
  expect((await suppressions.get("ada@example.com")).error?.name).toBe("not_found")
  const removed = dataOf(await suppressions.batch.remove({ ids: [...emails, "eve@example.com"] }))
  expect(removed.data.map(({ deleted }) => deleted)).toEqual([true, true, false])
})

it("adds, shows and removes domains", async () => {
  const { domains } = await newClient()
  const created = dataOf(await domains.create({ name: "Example.com" }))
  expect(created).toMatchObject({
    id: expect.stringMatching(uuid),
    name: "example.com",
    status: "not_started"
  })
  expect(created.records.map(({ record }) => record)).toEqual(
    expect.arrayContaining(["SPF", "DKIM"])
  )
  expect(dataOf(await domains.get(created.id))).toMatchObject({ object: "domain", id: created.id })
  expect(dataOf(await domains.list()).data).toMatchObject([{ id: created.id }])
  expect((await (await newClient()).domains.get(created.id)).error?.name).toBe("not_found")
  expect((await domains.create({ name: "example.com" })).error).toMatchObject({
    statusCode: 403,
    name: "validation_error"
  })
  expect(dataOf(await domains.remove(created.id))).toEqual({
    object: "domain",
    id: created.id,
    deleted: true
  })
  expect((await domains.create({ name: "no domain" })).error?.message).toMatch(/^name must be/)
})

it("makes keys that work, and revokes them", async () => {
  const resend = await newClient()
  const { id, token } = dataOf(
    await resend.apiKeys.create({ name: "Sender", permission: "sending_access" })
  )
  const sender = clientOf(service, { key: { key: token } as never })
  const mail = { from: "a@example.com", to: "ada@example.com", subject: "Hi", text: "Hi" }
  dataOf(await sender.emails.send(mail))
  expect((await sender.domains.list()).error).toMatchObject({
    statusCode: 401,
    name: "restricted_api_key"
  })
  const listed = dataOf(await resend.apiKeys.list())
  expect(listed.data.map(({ name }) => name)).toEqual(["Sender", "test"])
  dataOf(await resend.apiKeys.update(id, { name: "Other" }))
  dataOf(await resend.apiKeys.remove(id))
  expect((await sender.emails.send(mail)).error).toMatchObject({
    statusCode: 403,
    name: "invalid_api_key"
  })
  const bound = { name: "Bound", permission: "sending_access", domain_id: "x" } as const
  expect((await resend.apiKeys.create(bound)).error?.message).toContain("domain_id")
})

it("keeps templates, by alias and by id, and sends them", async () => {
  const { emails, templates } = await newClient()
  const made = {
    name: "Welcome",
    alias: "welcome",
    subject: "Welcome, {{{NAME}}}",
    html: "<p>Hello {{{NAME}}} of {{{CITY}}}</p>",
    variables: [
      { key: "NAME", type: "string" as const },
      { key: "CITY", type: "string" as const, fallbackValue: "London" }
    ]
  }
  const published = dataOf(await templates.create(made).publish())
  expect(published).toEqual({ object: "template", id: "welcome" })
  expect(dataOf(await templates.get("welcome"))).toMatchObject({
    alias: "welcome",
    status: "published",
    subject: made.subject,
    html: made.html,
    variables: expect.arrayContaining([
      expect.objectContaining({ key: "CITY", fallback_value: "London" })
    ])
  })
  const sent = dataOf(
    await emails.send({
      from: "a@example.com",
      to: "ada@example.com",
      template: { id: "welcome", variables: { NAME: "Ada" } }
    })
  )
  expect(dataOf(await emails.get(sent.id))).toMatchObject({
    subject: "Welcome, Ada",
    html: "<p>Hello Ada of London</p>"
  })
  const copy = dataOf(await templates.duplicate("welcome"))
  expect(copy.id).toMatch(uuid)
  dataOf(await templates.update(copy.id, { name: "Copy", subject: "Hi" }))
  expect(
    dataOf(await templates.list())
      .data.map(({ name }) => name)
      .sort()
  ).toEqual(["Copy", "Welcome"])
  expect(dataOf(await templates.remove("welcome"))).toMatchObject({ deleted: true })
  expect((await templates.get("welcome")).error?.name).toBe("not_found")
  const withSender = { name: "x", html: "<p>", from: "a@example.com" }
  expect((await templates.create(withSender)).error?.message).toMatch(/^from can't be stored/)
})

it("keeps topics, and sends mail of them", async () => {
  const { emails, topics } = await newClient()
  const { id } = dataOf(await topics.create({ name: "News", defaultSubscription: "opt_in" }))
  expect(dataOf(await topics.get(id))).toMatchObject({ id, name: "News" })
  dataOf(await topics.update({ id, name: "Weekly news", description: "Once a week." }))
  expect(dataOf(await topics.list()).data).toMatchObject([
    { id, name: "Weekly news", description: "Once a week.", default_subscription: "opt_in" }
  ])
  const mail = { from: "a@example.com", to: "ada@example.com", subject: "Hi", text: "Hi" }
  const sent = dataOf(await emails.send({ ...mail, topicId: id }))
  expect(dataOf(await emails.get(sent.id)).topic_id).toBe(id)
  expect((await emails.send({ ...mail, topicId: "none" })).error?.message).toMatch(/^topic_id /)
  expect(dataOf(await topics.remove(id))).toEqual({ object: "topic", id, deleted: true })
  const out = await topics.create({ name: "Out", defaultSubscription: "opt_out" })
  expect(out.error?.message).toMatch(/^default_subscription must be opt_in/)
})
