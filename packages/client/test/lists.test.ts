import { describe, expect, it } from "vitest"
import { failure, makeClient } from "./support/client.js"
import { json, startScripted } from "./support/scripted.js"

const rows = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `em_${String(from + index)}` }))
const page = (from: number, count: number, next: string | null) =>
  json(200, { data: rows(from, count), limit: 100, offset: 0, next })
const offsetPage = (from: number, count: number) =>
  json(200, { data: rows(from, count), limit: 100, offset: from })

const collect = async <A>(list: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const one of list) all.push(one)
  return all
}

describe("a list that is read page by page", () => {
  it("follows `next` until there is none", async () => {
    const { baseUrl, requests } = await startScripted(
      page(0, 100, "em_99"),
      page(100, 100, "em_199"),
      page(200, 3, null)
    )
    const all = await collect(
      makeClient(baseUrl).client.emails.all({ status: "bounced", tag: "order:a&b" })
    )
    expect(all).toEqual(rows(0, 203))
    expect(requests.map(({ url }) => url)).toEqual([
      "/v1/emails?status=bounced&tag=order%3Aa%26b&limit=100",
      "/v1/emails?status=bounced&tag=order%3Aa%26b&limit=100&after=em_99",
      "/v1/emails?status=bounced&tag=order%3Aa%26b&limit=100&after=em_199"
    ])
  })

  it("counts rows where there is no `next`, and ends with a page that isn't full", async () => {
    const { baseUrl, requests } = await startScripted(
      offsetPage(0, 100),
      offsetPage(100, 100),
      offsetPage(200, 1)
    )
    expect(await collect(makeClient(baseUrl).client.suppressions.all())).toHaveLength(201)
    expect(requests.map(({ url }) => url)).toEqual([
      "/v1/suppressions?limit=100",
      "/v1/suppressions?limit=100&offset=100",
      "/v1/suppressions?limit=100&offset=200"
    ])
  })

  it("ends with an empty page, whatever that says", async () => {
    const { baseUrl, requests } = await startScripted(page(0, 100, "em_99"), page(0, 0, "em_99"))
    expect(await collect(makeClient(baseUrl).client.emails.all())).toHaveLength(100)
    expect(requests).toHaveLength(2)
  })

  it("requests a page when its rows are needed, and no more once the loop is left", async () => {
    const { baseUrl, requests } = await startScripted(page(0, 100, "em_99"))
    const list = makeClient(baseUrl).client.webhookEndpoints.allDeliveries(7)
    expect(requests).toHaveLength(0)
    for await (const _ of list) break
    expect(requests.map(({ url }) => url)).toEqual(["/v1/webhook-endpoints/7/deliveries?limit=100"])
  })

  it("begins anew with each loop", async () => {
    const { baseUrl, requests } = await startScripted(page(0, 2, null))
    const list = makeClient(baseUrl).client.emails.all()
    expect(await collect(list)).toEqual(await collect(list))
    expect(requests).toHaveLength(2)
  })

  it("repeats a page that failed, and fails with what can't be passed over", async () => {
    const { baseUrl } = await startScripted(
      page(0, 100, "em_99"),
      json(503, { error: "Service unavailable" }),
      page(100, 1, null)
    )
    expect(await collect(makeClient(baseUrl).client.emails.all())).toHaveLength(101)
    const refused = await startScripted(
      page(0, 100, "em_99"),
      json(403, { error: "Insufficient scope", details: { required: "email:read" } })
    )
    expect(await failure(collect(makeClient(refused.baseUrl).client.emails.all()))).toMatchObject({
      _tag: "InsufficientScope",
      details: { required: "email:read" }
    })
  })

  it("ends with its signal", async () => {
    const controller = new AbortController()
    const { baseUrl, requests } = await startScripted(page(0, 100, "em_99"))
    const reading = (async () => {
      for await (const _ of makeClient(baseUrl).client.emails.all(
        {},
        { signal: controller.signal }
      ))
        controller.abort()
    })()
    await expect(reading).rejects.toMatchObject({ name: "AbortError" })
    expect(requests).toHaveLength(1)
  })
})
