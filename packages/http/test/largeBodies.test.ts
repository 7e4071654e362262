import { AroundAccept } from "@telemark/core"
import { type BodyMemory, LargeBodies, makeBodyMemory } from "@telemark/http"
import { layer as layerSqlite } from "@telemark/sqlite"
import { type Duration, Effect, Layer, References } from "effect"
import { afterEach, describe, expect, it } from "vitest"
import { hostNames, type Service, startService } from "./support/service.js"

const send = "/v1/emails/send"
const mebibyte = 1024 * 1024
const busy = [
  503,
  {
    error: "Service unavailable",
    message:
      "Too many large requests are being read at once. Nothing was done; try again in a moment."
  }
]

/** A send that takes about so many octets. */
const sendOf = (octets: number) => ({
  to: "ada@example.com",
  text: "x",
  unknown: "x".repeat(octets)
})

/** The same without a length. */
const chunked = (json: unknown) => new Blob([JSON.stringify(json)]).stream()

describe.each(hostNames)("large bodies behind %s", (host) => {
  let service: Service | undefined
  afterEach(async () => {
    await service?.close()
    service = undefined
  })

  /**
   * A service with that much room, in which sends are accepted only from when the test lets them.
   */
  const start = async (octets: number, maxWait: Duration.Input, rate_limit = 10_000) => {
    let letOn = (): void => undefined
    const open = new Promise<void>((resolve) => {
      letOn = resolve
    })
    const seen: Array<() => void> = []
    const taken: Array<string> = []
    let arrived = 0
    let asked = 0
    const storage = Layer.merge(
      layerSqlite({ filename: ":memory:" }),
      Layer.succeed(
        AroundAccept,
        (accept) => (prepared) =>
          Effect.promise(() => {
            arrived++
            for (const tell of seen.splice(0)) tell()
            return open
          }).pipe(Effect.andThen(accept(prepared)))
      )
    )
    const { reserve } = makeBodyMemory({ octets, maxWait })
    const memory: BodyMemory = {
      reserve: (...wanted) =>
        Effect.suspend(() => {
          asked++
          for (const tell of seen.splice(0)) tell()
          return Effect.tap(reserve(...wanted), () =>
            Effect.sync(() => taken.push(wanted[2] ?? ""))
          )
        })
    }
    const around = Layer.merge(
      Layer.succeed(References.MinimumLogLevel, "Warn"),
      Layer.succeed(LargeBodies, memory)
    )
    service = await startService({ host, storage, around })
    const { call } = service
    const {
      key: { key },
      tenant
    } = await service.newAccount({ rate_limit })
    const {
      key: { key: otherKey }
    } = await service.newAccount({ rate_limit })
    const untilTrue = async (isSo: () => boolean) => {
      while (!isSo())
        await new Promise<void>((resolve) => {
          seen.push(resolve)
        })
    }
    return {
      call: (path: string, options: Parameters<typeof call>[2]) =>
        call("POST", path, { key, ...options }),
      /** As another tenant. */
      other: (path: string, options: Parameters<typeof call>[2]) =>
        call("POST", path, { key: otherKey, ...options }),
      /** Whose bodies were given room, in order. */
      taken: () => taken.map((owner) => (owner === tenant.id ? "one" : "other")),
      letOn: () => {
        letOn()
      },
      /** Waits until so many sends have come to the storage. */
      until: (count: number) => untilTrue(() => arrived >= count),
      /** Waits until so many bodies have asked for room. */
      untilAsked: (count: number) => untilTrue(() => asked >= count),
      count: () => arrived
    }
  }

  it("keeps its memory until it is answered, and makes the next one wait for it", async () => {
    const { call, count, letOn, until } = await start(8 * mebibyte, "1 hours")
    const first = call(send, { json: sendOf(5 * mebibyte) })
    await until(1)
    const second = call(send, { json: sendOf(5 * mebibyte) })
    const inChunks = call(send, {
      body: chunked(sendOf(1 * mebibyte)),
      headers: { "content-type": "application/json" }
    })
    const small = call(send, { json: sendOf(200 * 1024) })
    await until(2)
    expect(count()).toBe(2)
    letOn()
    expect(
      (await Promise.all([first, second, inChunks, small])).map(({ status }) => status)
    ).toEqual([201, 201, 201, 201])
  })

  it("lets another tenant's go before the next ones of a tenant that sends many", async () => {
    const { call, letOn, other, taken, until, untilAsked } = await start(8 * mebibyte, "1 hours")
    const first = call(send, { json: sendOf(5 * mebibyte) })
    await until(1)
    const many: Array<ReturnType<typeof call>> = []
    for (let asked = 2; asked < 5; asked++) {
      many.push(call(send, { json: sendOf(5 * mebibyte) }))
      await untilAsked(asked)
    }
    const few = other(send, { json: sendOf(5 * mebibyte) })
    await untilAsked(5)
    letOn()
    expect((await Promise.all([first, few, ...many])).map(({ status }) => status)).toEqual([
      201, 201, 201, 201, 201
    ])
    expect(taken()).toEqual(["one", "other", "one", "one", "one"])
  })

  it("is answered 503 when no memory becomes free, and is accepted later", async () => {
    const { call, letOn, until } = await start(8 * mebibyte, "1 millis")
    const first = call(send, { json: sendOf(5 * mebibyte) })
    await until(1)
    for (const options of [
      { json: sendOf(5 * mebibyte) },
      { body: chunked(sendOf(5 * mebibyte)), headers: { "content-type": "application/json" } }
    ]) {
      const refused = await call(send, options)
      expect([refused.status, refused.json]).toEqual(busy)
      expect(refused.headers.get("retry-after")).toBe("5")
    }
    expect((await call("/v1/templates/preview", { json: sendOf(4 * mebibyte) })).status).toBe(503)
    expect((await call("/v1/suppressions", { json: sendOf(200 * 1024) })).status).toBe(400)
    letOn()
    expect((await first).status).toBe(201)
    expect((await call(send, { json: sendOf(7 * mebibyte) })).status).toBe(201)
  })

  it("doesn't change the available memory, whatever the answer", async () => {
    const { call, letOn } = await start(16 * mebibyte, "1 millis")
    letOn()
    const headers = { "content-type": "application/json" }
    for (let round = 0; round < 3; round++) {
      expect((await call(send, { json: sendOf(14 * mebibyte) })).status).toBe(201)
      expect((await call(send, { json: { unknown: "x".repeat(14 * mebibyte) } })).status).toBe(400)
      expect((await call(send, { body: `{"to":"${"x".repeat(14 * mebibyte)}` })).status).toBe(400)
      expect((await call(send, { json: sendOf(16 * mebibyte) })).status).toBe(413)
      expect((await call(send, { body: chunked(sendOf(16 * mebibyte)), headers })).status).toBe(413)
      expect((await call(send, { body: chunked(sendOf(14 * mebibyte)), headers })).status).toBe(201)
    }
  })

  it("is answered that there is no memory, even if its key may send no more", async () => {
    const { call, letOn, until } = await start(8 * mebibyte, "1 millis", 1)
    const first = call(send, { json: sendOf(5 * mebibyte) })
    await until(1)
    const refused = await call("/v1/emails/batch", {
      body: chunked({ emails: [sendOf(5 * mebibyte)] }),
      headers: { "content-type": "application/json" }
    })
    expect([refused.status, refused.json]).toEqual(busy)
    letOn()
    expect((await first).status).toBe(201)
  })

  describe("of a client that hangs up releases its memory", () => {
    /** A body that stops, without an end, behind so many octets. */
    const stopping = (octets: number) =>
      new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(new Uint8Array(octets).fill(0x20))
        }
      })

    const cases: ReadonlyArray<
      readonly [
        when: string,
        headers: Readonly<Record<string, string>>,
        octets: number,
        isCrowded: boolean
      ]
    > = [
      [
        "in the middle of a body of a known length",
        { "content-length": String(14 * mebibyte) },
        mebibyte,
        false
      ],
      ["in the middle of one in chunks", {}, mebibyte, false],
      [
        "while it waits, with a body of a known length",
        { "content-length": String(14 * mebibyte) },
        mebibyte,
        true
      ],
      ["while it waits, with one in chunks", {}, mebibyte, true]
    ]
    it.each(cases)("%s", async (_, headers, octets, isCrowded) => {
      const { call, letOn, until, untilAsked } = await start(16 * mebibyte, "1 hours")
      const first = isCrowded ? call(send, { json: sendOf(14 * mebibyte) }) : undefined
      if (first === undefined) letOn()
      else await until(1)
      const aborter = new AbortController()
      const options = {
        body: stopping(octets),
        headers: { "content-type": "application/json", ...headers },
        signal: aborter.signal
      }
      const gone = call(send, options).then(
        ({ status }) => status,
        () => "gone"
      )
      await untilAsked(isCrowded ? 2 : 1)
      aborter.abort()
      letOn()
      await first
      expect(await gone).toBe(host === "nodeHandler" ? "gone" : 400)
      expect((await call(send, { json: sendOf(14 * mebibyte) })).status).toBe(201)
    })
  })
})
