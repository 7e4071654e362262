import { layer as layerSqlite } from "@telemark/sqlite"
import { type DnsPeer, startDnsPeer } from "@telemark/testing"
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest"
import { type Service, startService } from "./support/service.js"
import { hosts, notFound, outcome, refusedAt, webhookAccount } from "./support/webhooks.js"

const hour = 3_600_000
const at = (millis: number): string => new Date(millis).toISOString()

/** An endpoint made after these happened: nothing is owed to it yet. */
const makeEndpoint = async (service: Service) => {
  const account = await webhookAccount(service)
  const email = await account.send()
  const noon = Date.now() - 10 * hour
  const events = [
    await account.record(email, "email.delivered", noon),
    await account.record(email, "email.opened", noon + 1000),
    await account.record(email, "email.bounced", noon + hour),
    await account.record(email, "email.delivered", noon + 2 * hour)
  ] as const
  const { id } = await account.create()
  const path = `/${String(id)}`
  const replay = (json: unknown) => account.call("POST", `${path}/replay`, json)
  return {
    ...account,
    email,
    events,
    id,
    noon,
    pending: () => account.takePending(id),
    path,
    replay
  }
}

const queued = (events: number) => [200, { status: "queued", events, next_since: null }]

describe.each(hosts)("replays behind %s", (_host, options) => {
  let service: Service
  let dns: DnsPeer
  beforeAll(async () => {
    dns = await startDnsPeer()
    service = await startService({ ...options, dnsServers: [dns.address] })
  })
  afterAll(async () => {
    await service.close()
    await dns.close()
  })

  const endpoint = () => makeEndpoint(service)

  it("enqueue one event again for the endpoint, also of a type that it doesn't take", async () => {
    const { events, pending, replay } = await endpoint()
    expect(await pending()).toEqual([])
    expect(outcome(await replay({ event_id: events[1] }))).toEqual(queued(1))
    expect(await pending()).toEqual([events[1]])
  })

  it("enqueue the events of a span, from its beginning to before its end, of the types that it takes", async () => {
    const { events, noon, pending, replay } = await endpoint()
    expect(outcome(await replay({ since: at(noon), until: at(noon + hour) }))).toEqual(queued(1))
    expect(await pending()).toEqual([events[0]])
    expect(outcome(await replay({ since: at(noon + 1), until: at(noon + hour + 1) }))).toEqual(
      queued(1)
    )
    expect(await pending()).toEqual([events[2]])
    expect(outcome(await replay({ since: at(noon - hour), until: at(noon) }))).toEqual(queued(0))
  })

  it("go up to now without an end, and take instants with an offset", async () => {
    const { events, noon, pending, replay } = await endpoint()
    expect(
      outcome(await replay({ since: at(noon + 1 + 2 * hour).replace("Z", "+02:00") }))
    ).toEqual(queued(2))
    expect([...(await pending())].sort()).toEqual([events[2], events[3]])
  })

  it("enqueue an event once, however often it is requested", async () => {
    const { events, pending, replay } = await endpoint()
    for (const _ of [1, 2, 3])
      expect(outcome(await replay({ event_id: events[0] }))).toEqual(queued(1))
    expect(await pending()).toEqual([events[0]])
  })

  it("don't know events of other tenants, nor those that there aren't", async () => {
    const [one, two] = [await endpoint(), await endpoint()]
    for (const event_id of [
      two.events[0],
      "evt_0",
      "",
      "evt_".padEnd(36, "0"),
      `${one.events[0]} `,
      "'",
      "\0",
      "x".repeat(10_000)
    ]) {
      expect(outcome(await one.replay({ event_id })), event_id).toEqual(notFound)
    }
    expect(outcome(await one.replay({ since: at(one.noon) }))).toEqual(queued(3))
    expect(await two.pending()).toEqual([])
  })

  it.each([
    ["neither", {}, "body"],
    ["both", { event_id: "evt_0", since: "2026-01-01T00:00:00Z" }, "body"],
    ["an end without a beginning", { until: "2026-01-01T00:00:00Z" }, "body"],
    ["an event and an end", { event_id: "evt_0", until: "2026-01-01T00:00:00Z" }, "until"],
    ["an event that is no text", { event_id: 1 }, "event_id"],
    ["no event", { event_id: null }, "event_id"],
    [
      "an end before the beginning",
      { since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" },
      "until"
    ],
    [
      "an end at the beginning",
      { since: "2026-01-02T00:00:00Z", until: "2026-01-02T01:00:00+01:00" },
      "until"
    ],
    ...[
      1_767_225_600_000,
      null,
      ["2026-01-01T00:00:00Z"],
      "",
      "now",
      "2026-01-01",
      "2026-01-01T00:00:00",
      "2026-01-01 00:00:00Z",
      "2026-13-01T00:00:00Z",
      "2026-02-30T00:00:00Z",
      "2026-01-01T24:00:01Z",
      "2026-01-01T00:60:00Z",
      "2026-01-01T00:00:00+25:00",
      " 2026-01-01T00:00:00Z",
      "2026-01-01T00:00:00Z\n",
      "1767225600000",
      "+002026-01-01T00:00:00Z",
      "Thu, 01 Jan 2026 00:00:00 GMT"
    ].flatMap(
      (bad) =>
        [
          [`the beginning ${JSON.stringify(bad)}`, { since: bad }, "since"],
          [`the end ${JSON.stringify(bad)}`, { since: "2026-01-01T00:00:00Z", until: bad }, "until"]
        ] as const
    )
  ] as const)("are refused with %s", async (_, json, path) => {
    const { call } = await known()
    expect(outcome(await call("POST", "/1/replay", json))).toEqual(refusedAt(path))
  })

  /** The first endpoint of all, for what changes nothing. */
  const makeKnown = async () => {
    const other = await startService({ ...options, dnsServers: [dns.address] })
    const account = await webhookAccount(other)
    expect(await account.create()).toMatchObject({ id: 1 })
    return { ...account, other }
  }
  let made: ReturnType<typeof makeKnown> | undefined
  const known = () => (made ??= makeKnown())
  afterAll(async () => (await made)?.other.close())

  it("ignore members that aren't known", async () => {
    const { events, replay } = await endpoint()
    expect(outcome(await replay({ event_id: events[0], limit: 0, types: ["x"] }))).toEqual(
      queued(1)
    )
  })

  it("are refused while the endpoint is inactive", async () => {
    const { call, events, pending, path, replay } = await endpoint()
    await call("PATCH", path, { active: false })
    expect(outcome(await replay({ event_id: events[0] }))).toEqual(refusedAt("body"))
    await call("PATCH", path, { active: true })
    expect(await pending()).toEqual([])
    expect(outcome(await replay({ event_id: events[0] }))).toEqual(queued(1))
  })
})

describe("a replay of more events than one request takes", () => {
  // In memory, since the events alone would take a disk half a minute, and without connections,
  // which would time out meanwhile.
  it("says where to continue", async () => {
    const service = await startService({
      host: "webHandler",
      storage: layerSqlite({ filename: ":memory:" })
    })
    onTestFinished(() => service.close())
    const { email, noon, recordAll, replay } = await makeEndpoint(service)
    const begin = noon + 3 * hour
    await recordAll(
      email,
      "email.bounced",
      Array.from({ length: 10_100 }, (_, index) => begin + index)
    )
    const first = (await replay({ since: at(begin) })).json as {
      events: number
      next_since: string
    }
    expect(first).toEqual({ status: "queued", events: 10_000, next_since: at(begin + 9_999) })
    expect(outcome(await replay({ since: first.next_since }))).toEqual(queued(101))
  })
})
