import type { EmailEvent } from "@telemark/contract"
import { EventFeed } from "@telemark/core"
import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Account, hostNames, type Service, startService } from "./support/service.js"

interface Read {
  readonly ids: ReadonlyArray<string>
  readonly events: ReadonlyArray<EmailEvent>
  readonly text: string
}

const parse = (text: string): Read => {
  const blocks = text
    .slice(0, text.lastIndexOf("\n\n"))
    .split("\n\n")
    .map((block) => block.split("\n"))
  const data = blocks.filter((lines) => lines.some((line) => line.startsWith("data: ")))
  const field = (lines: ReadonlyArray<string>, name: string) =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? ""
  return {
    text,
    ids: data.map((lines) => field(lines, "id")),
    events: data.map((lines) => JSON.parse(field(lines, "data")) as EmailEvent)
  }
}

interface Stream {
  readonly response: Response
  /** Reads on until that holds. */
  readonly until: (isEnough: (read: Read) => boolean) => Promise<Read>
  readonly close: () => void
}

const openStream = async (
  service: Service,
  account: Account,
  { lastId, query = "" }: { readonly lastId?: string | undefined; readonly query?: string } = {}
): Promise<Stream> => {
  const controller = new AbortController()
  const response = await service.fetch(`/v1/events/stream${query}`, {
    headers: {
      authorization: `Bearer ${account.key.key}`,
      ...(lastId === undefined ? {} : { "last-event-id": lastId })
    },
    signal: controller.signal
  })
  const reader = response.body?.getReader()
  let text = ""
  const decoder = new TextDecoder()
  return {
    response,
    until: async (isEnough) => {
      while (!isEnough(parse(text))) {
        const next = await reader?.read()
        if (next?.done !== false) break
        text += decoder.decode(next.value, { stream: true })
      }
      return parse(text)
    },
    close: () => {
      controller.abort()
    }
  }
}

describe.each(hostNames)("the stream of events of %s", (host) => {
  let service: Service
  let account: Account
  beforeAll(async () => {
    service = await startService({ host })
    account = await service.newAccount()
  })
  afterAll(() => service.close())

  /**
   * Cancelling a scheduled mail records an event at once, without a worker. Returns the mail's id.
   */
  const happen = async (of = account): Promise<string> => {
    const scheduled_at = new Date(Date.now() + 3_600_000).toISOString()
    const sent = await service.call("POST", "/v1/emails/send", {
      key: of.key.key,
      json: { to: "ada@example.com", from: "shop@example.org", text: "x", scheduled_at }
    })
    const {
      queued: [{ id } = { id: "" }]
    } = sent.json as { readonly queued: ReadonlyArray<{ readonly id: string }> }
    const cancelled = await service.call("POST", `/v1/emails/${id}/cancel`, { key: of.key.key })
    expect(cancelled.status).toBe(200)
    return id
  }

  it("sends what webhooks are posted, under the event's id and type, to its tenant alone", async () => {
    const other = await service.newAccount()
    const [ours, theirs] = await Promise.all([
      openStream(service, account),
      openStream(service, other)
    ])
    expect(ours.response.status).toBe(200)
    expect(ours.response.headers.get("content-type")).toBe("text/event-stream")
    expect(ours.response.headers.get("cache-control")).toBe("no-store")
    const id = await happen()
    const {
      events: [event],
      ids,
      text
    } = await ours.until((read) => read.ids.length >= 1)
    expect(text).toMatch(/^retry: \d+\n/)
    expect(text).toContain("event: email.failed\n")
    expect(event).toMatchObject({
      id: ids[0],
      type: "email.failed",
      data: { email_id: id, recipient: "ada@example.com", failure_code: "cancelled" }
    })
    const theirId = await happen(other)
    const { events } = await theirs.until((read) => read.ids.length >= 1)
    expect(events.map(({ data }) => data.email_id)).toEqual([theirId])
    ours.close()
    theirs.close()
  })

  it("goes on after any event, without a gap and without a repetition, also by the query", async () => {
    const watching = await openStream(service, account)
    for (let index = 0; index < 8; index++) await happen()
    const { ids } = await watching.until((read) => read.ids.length >= 8)
    watching.close()
    for (const [index, lastId] of ids.entries()) {
      const again = await openStream(
        service,
        account,
        index % 2 === 0 ? { lastId } : { query: `?last_event_id=${lastId}` }
      )
      const rest = index === 7 ? [await happen(), 1] : [undefined, 0]
      const read = await again.until((one) => one.ids.length >= 7 - index + Number(rest[1]))
      expect(read.ids.slice(0, 7 - index)).toEqual(ids.slice(index + 1))
      if (rest[0] !== undefined) expect(read.events.at(-1)?.data.email_id).toBe(rest[0])
      again.close()
    }
  })

  it("prefers the header, which a browser sends when it comes back, to the query of its first request", async () => {
    const watching = await openStream(service, account)
    await happen()
    await happen()
    const {
      ids: [first, second]
    } = await watching.until((read) => read.ids.length >= 2)
    watching.close()
    const again = await openStream(service, account, {
      lastId: second,
      query: `?last_event_id=${String(first)}`
    })
    const id = await happen()
    expect((await again.until((read) => read.ids.length >= 1)).events[0]?.data.email_id).toBe(id)
    again.close()
  })

  it("refuses an id that isn't stored, and a key without the scope", async () => {
    const unknown = await service.call("GET", "/v1/events/stream?last_event_id=evt_0", {
      key: account.key.key
    })
    expect([unknown.status, unknown.json]).toEqual([
      400,
      expect.objectContaining({
        details: {
          "query.last_event_id": [
            "must be the id of an event that is still stored; begin again without it"
          ]
        }
      })
    ])
    const sender = await service.newKey(account.tenant, ["email:send"])
    expect((await service.call("GET", "/v1/events/stream", { key: sender.key })).status).toBe(403)
  })

  it("ends when its key is revoked, and no other one does", async () => {
    const manager = await service.newAccount()
    const key = await service.newKey(manager.tenant)
    const [stream, other] = await Promise.all([
      openStream(service, { ...manager, key }),
      openStream(service, manager)
    ])
    let isOver = false
    const watching = other
      .until(() => false)
      .then(
        () => {
          isOver = true
        },
        () => undefined
      )
    const revoked = await service.call("DELETE", `/v1/api-keys/${key.id}`, {
      key: manager.key.key
    })
    expect(revoked.status).toBe(200)
    // Else it would last for five minutes.
    expect((await stream.until(() => false)).ids).toEqual([])
    expect(isOver).toBe(false)
    other.close()
    await watching
  })

  it("ends when the feed closes", async () => {
    const own = await startService({ host })
    const watching = await openStream(own, await own.newAccount())
    await watching.until(({ text }) => text !== "")
    await own.runtime.runPromise(Effect.flatMap(EventFeed, (feed) => feed.close))
    await watching.until(() => false)
    const refused = await openStream(own, await own.newAccount())
    expect([refused.response.status, refused.response.headers.get("retry-after")]).toEqual([
      503,
      "10"
    ])
    await own.close()
  })
})
