import { Emails, MailQueue } from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Service, startService } from "./support/service.js"

let service: Service
let without: Service

beforeAll(async () => {
  service = await startService({ linkUrl: "https://mail.example.com" })
  without = await startService()
})

afterAll(async () => {
  await service.close()
  await without.close()
})

const account = async (of: Service) => {
  const {
    key: { key },
    tenant
  } = await of.newAccount()
  const call = async (method: string, path: string, json?: unknown) => {
    const { json: answer, status } = await of.call(method, `/v1${path}`, { key, json })
    return [status, answer] as const
  }
  return { call, tenant }
}

/** What workers get of the next message. */
const trackOfNext = (of: Service) =>
  of.runtime.runPromise(
    Effect.map(
      Effect.flatMap(MailQueue, (queue) =>
        queue.claim({ owner: "w", until: Date.now() + 60_000 }, 10, Date.now())
      ),
      (messages) => messages.map(({ body }) => body?.track)
    )
  )

const mail = { to: "ada@example.com", from: "shop@example.com", html: "<p>Hello</p>" }

describe("tracking", () => {
  it("is off at first, and changes member by member, for one tenant", async () => {
    const [{ call }, other] = [await account(service), await account(service)]
    const off = { opens: false, clicks: false, available: true }
    expect(await call("GET", "/tracking")).toEqual([200, off])
    expect(await call("PUT", "/tracking", { clicks: true })).toEqual([
      200,
      { ...off, clicks: true }
    ])
    expect(await call("PUT", "/tracking", { opens: true })).toEqual([
      200,
      { opens: true, clicks: true, available: true }
    ])
    expect(await call("PUT", "/tracking", {})).toEqual([
      200,
      { opens: true, clicks: true, available: true }
    ])
    expect(await call("PUT", "/tracking", { clicks: false })).toEqual([
      200,
      { ...off, opens: true }
    ])
    expect(await other.call("GET", "/tracking")).toEqual([200, off])
  })

  it("isn't available without an address on the internet; a send that asks for it is accepted with a warning", async () => {
    const { call } = await account(without)
    expect(await call("GET", "/tracking")).toEqual([
      200,
      { opens: false, clicks: false, available: false }
    ])
    expect(await call("PUT", "/tracking", { opens: true })).toEqual([
      200,
      { opens: true, clicks: false, available: false }
    ])
    expect(await call("POST", "/emails/send", { ...mail, track: { clicks: true } })).toMatchObject([
      201,
      { warnings: [expect.stringMatching(/^track was ignored: .*TELEMARK_PUBLIC_URL/)] }
    ])
    expect((await call("POST", "/emails/send", mail))[1]).not.toHaveProperty("warnings")
  })

  it("of a send is what it asks for, otherwise what its tenant has set, and is kept with the message", async () => {
    const { call } = await account(service)
    await call("POST", "/emails/send", { ...mail, track: { clicks: true } })
    expect(await trackOfNext(service)).toEqual([{ opens: false, clicks: true }])
    await call("PUT", "/tracking", { opens: true })
    await call("POST", "/emails/batch", {
      emails: [mail, { ...mail, track: { opens: false } }, { ...mail, track: { clicks: true } }]
    })
    const found = await trackOfNext(service)
    expect(found).toHaveLength(3)
    expect(found).toEqual(
      expect.arrayContaining([
        undefined,
        { opens: true, clicks: false },
        { opens: true, clicks: true }
      ])
    )
  })

  it("of a send in process is the tenant's, too", async () => {
    const { tenant } = await account(service)
    const tracked = { ...tenant, track_opens: true }
    await service.runtime.runPromise(Effect.flatMap(Emails, ({ send }) => send(tracked, mail)))
    expect(await trackOfNext(service)).toEqual([{ opens: true, clicks: false }])
  })

  it("takes only booleans, and says which member was probably meant", async () => {
    const { call } = await account(service)
    expect(await call("PUT", "/tracking", { opens: "yes" })).toMatchObject([
      400,
      { details: { opens: [expect.any(String)] } }
    ])
    expect(await call("POST", "/emails/send", { ...mail, track: true })).toMatchObject([
      400,
      { details: { track: [expect.any(String)] } }
    ])
    expect(await call("POST", "/emails/send", { ...mail, track: { clicks: 1 } })).toMatchObject([
      400,
      { details: { "track.clicks": [expect.any(String)] } }
    ])
    expect(
      await call("POST", "/emails/send", { ...mail, track: { click: true }, track_opens: true })
    ).toMatchObject([
      201,
      {
        warnings: expect.arrayContaining([
          expect.stringContaining("did you mean clicks?"),
          expect.stringContaining("did you mean track.opens?")
        ])
      }
    ])
  })

  it("is read with tracking:read and changed with tracking:write", async () => {
    const { tenant } = await service.newAccount()
    const status = async (
      scope: "tracking:read" | "tracking:write" | "email:send",
      method: string
    ) => {
      const { key } = await service.newKey(tenant, [scope])
      return (
        await service.call(method, "/v1/tracking", {
          key,
          ...(method === "PUT" ? { json: { opens: true } } : {})
        })
      ).status
    }
    expect(await status("tracking:read", "GET")).toBe(200)
    expect(await status("tracking:read", "PUT")).toBe(403)
    expect(await status("tracking:write", "PUT")).toBe(200)
    expect(await status("tracking:write", "GET")).toBe(403)
    expect(await status("email:send", "GET")).toBe(403)
  })
})
