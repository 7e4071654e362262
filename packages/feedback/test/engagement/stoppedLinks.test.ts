import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { Deferred, Effect, Fiber } from "effect"
import { onTestFinished } from "vitest"
import { makeHostOwners } from "../../src/tracking/hostOwners.js"
import { makeStoppedLinks, makeTrackingPages } from "../../src/tracking/makeTrackingPages.js"
import { headOf, key, layerTracking, turns } from "./support/recording.js"
import { clickBy, email_id, hosts, keyOf, openOf, pageOf, startHost } from "./support/requests.js"

const shop = "https://shop.example/"

describe.each(hosts)("addresses in mail of a tenant, behind %s", (name) => {
  const start = async () => {
    const { ask, close, telemark } = await startHost(name, {
      publicUrl: "https://mail.example.com"
    })
    onTestFinished(close)
    const by = await keyOf()
    /** What clicks, opens and both pages of its mail are answered. */
    const made = async (tenantName: string) => {
      const { id } = await telemark.tenants.create({ name: tenantName })
      const { queued } = await telemark
        .tenant(tenantName)
        .emails.send({ from: "a@nobody.example", to: "ada@example.com", subject: "x", text: "x" })
      const emailId = queued[0]?.id ?? ""
      return async () => {
        const page = `/u/${pageOf(emailId)}`
        const answers = [
          await ask(`/t/c/${clickBy(by, shop, emailId, id)}`),
          await ask(`/t/c/${clickBy(by, shop, emailId, id)}`, { method: "HEAD" }),
          await ask(`/t/o/${openOf(emailId)}`),
          await ask(page),
          await ask(`${page}/preferences`),
          await ask(page, { method: "POST" })
        ]
        return answers.map(({ status }) => status)
      }
    }
    return { ask, made, telemark }
  }

  it("lead on while it is paused, unless its links were stopped: then it can still be unsubscribed from", async () => {
    const { made, telemark } = await start()
    const [paused, stopped, later] = [await made("paused"), await made("stopped"), await made("b")]
    await telemark.tenants.pause("paused")
    await telemark.tenants.pause("stopped", { stop_links: true })
    await telemark.tenants.pause("b")
    expect(await telemark.tenants.pause("b", { stop_links: true })).toMatchObject({
      paused: { reason: "operator", links_stopped: true }
    })
    expect(await paused()).toEqual([302, 302, 200, 200, 200, 200])
    expect(await stopped()).toEqual([410, 410, 200, 200, 200, 200])
    expect(await later()).toEqual([410, 410, 200, 200, 200, 200])
  })

  it("are gone once it is removed", async () => {
    const { made, telemark } = await start()
    const [gone, other] = [await made("gone"), await made("other")]
    await telemark.tenants.remove("gone")
    expect(await gone()).toEqual([410, 410, 200, 410, 410, 410])
    expect(await other()).toEqual([302, 302, 200, 200, 200, 200])
  })

  it("say to people that they no longer work, and lead nowhere", async () => {
    const { ask, telemark } = await start()
    const { id } = await telemark.tenants.create({ name: "gone" })
    await telemark.tenants.remove("gone")
    const { body, headers } = await ask(`/t/c/${clickBy(await keyOf(), shop, email_id, id)}`)
    expect(body.toString()).toContain("<h1>This link no longer works</h1>")
    expect(headers).toMatchObject({ "cache-control": "no-store" })
    expect(headers).not.toHaveProperty("location")
  })
})

describe("whether links are stopped", () => {
  /** What a click is answered, whether at once, and the looks at the storage. */
  const clicks = (look: () => Effect.Effect<boolean, StorageError>) =>
    Effect.gen(function* () {
      let looks = 0
      const stopped = makeStoppedLinks(() =>
        Effect.suspend(() => {
          looks++
          return look()
        })
      )
      const pages = yield* makeTrackingPages(Effect.succeed([key]), yield* makeHostOwners, stopped)
      const head = headOf(`/t/c/${clickBy(key, shop, email_id)}`)
      const click = Effect.suspend(() => {
        const known = pages.atOnce(head)
        return known === undefined
          ? (pages.answer({ parts: head } as never) ?? Effect.die("no page"))
          : Effect.succeed(known)
      })
      return {
        status: Effect.map(Effect.orDie(click), ({ status }) => status),
        isAtOnce: () => pages.atOnce(head) !== undefined,
        looks: () => looks
      }
    })

  it.effect("is looked up for the first click, and known for those that follow", () =>
    Effect.gen(function* () {
      let isStopped = false
      const { isAtOnce, looks, status } = yield* clicks(() => Effect.map(turns(1), () => isStopped))
      expect([isAtOnce(), yield* status]).toEqual([false, 302])
      isStopped = true
      yield* TestClock.adjust("4999 millis")
      expect([isAtOnce(), yield* status, looks()]).toEqual([true, 302, 1])
      // It is due: this click is answered by what is known, and the next ones by what is found.
      yield* TestClock.adjust("1 millis")
      expect([yield* status, yield* turns(), yield* status, looks()]).toEqual([
        302,
        undefined,
        410,
        2
      ])
      // After a minute without a click, nothing is known.
      isStopped = false
      yield* TestClock.adjust("1 minute")
      expect([isAtOnce(), yield* status, looks()]).toEqual([false, 302, 3])
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect("keeps nobody from where a link leads while the storage is away or slow", () =>
    Effect.gen(function* () {
      const away = yield* clicks(
        () => new StorageError({ reason: "unavailable", cause: undefined })
      )
      expect(yield* away.status).toBe(302)
      const never = yield* Deferred.make<boolean>()
      const slow = yield* clicks(() => Deferred.await(never))
      const asked = yield* Effect.forkChild(slow.status)
      yield* TestClock.adjust("1 second")
      expect(yield* Fiber.join(asked)).toBe(302)
    }).pipe(Effect.provide(layerTracking))
  )

  it.effect("isn't asked for tokens that nobody made", () =>
    Effect.gen(function* () {
      let looks = 0
      const pages = yield* makeTrackingPages(
        Effect.succeed([Buffer.alloc(32, 2)]),
        yield* makeHostOwners,
        makeStoppedLinks(() => Effect.sync(() => ++looks > 0))
      )
      expect(pages.atOnce(headOf(`/t/c/${clickBy(key, shop, email_id)}`))?.status).toBe(404)
      expect(looks).toBe(0)
    }).pipe(Effect.provide(layerTracking))
  )
})
