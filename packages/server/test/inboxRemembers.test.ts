import { describe, expect, it } from "@effect/vitest"
import { Inbox, newId, StoredKeys } from "@telemark/core"
import { layer as layerSqlite } from "@telemark/sqlite"
import { Effect, Layer, Redacted } from "effect"
import { TestClock } from "@telemark-tools/clock"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import PostalMime from "postal-mime"
import { afterAll, vi } from "vitest"
import { inboxMiddleware, inboxToken } from "../src/Inbox/index.js"
import { makeOpenMails } from "../src/Inbox/openMails.js"
import { makeRememberedToken } from "../src/Inbox/token.js"

// Spied upon, not replaced: modules are shared by the files of tests.
const parse = vi.spyOn(PostalMime, "parse")
afterAll(() => {
  parse.mockRestore()
})

const storage = layerSqlite({ filename: ":memory:" })

/** The inbox itself, counting how often the bytes of a mail are read. */
const counting = (count: { reads: number }) =>
  Layer.effect(
    Inbox,
    Effect.map(Inbox, (inbox) => ({
      ...inbox,
      find: (id: string) =>
        Effect.suspend(() => {
          count.reads += 1
          return inbox.find(id)
        })
    }))
  )

/** How many reads and parses an effect took. */
const costOf = <E, R>(
  effect: (
    count: () => { readonly reads: number; readonly parses: number }
  ) => Effect.Effect<void, E, R>
) =>
  Effect.suspend(() => {
    const count = { reads: 0 }
    const before = parse.mock.calls.length
    return effect(() => ({ ...count, parses: parse.mock.calls.length - before })).pipe(
      Effect.provide(Layer.provideMerge(counting(count), storage))
    )
  })

const put = (id: string, source: string, captured_at = 1) =>
  Effect.flatMap(Inbox, (inbox) =>
    inbox.put(
      {
        id,
        tenant_id: "tn_1",
        sender: "shop@example.com",
        recipient: "ada@example.com",
        subject: "x",
        captured_at
      },
      new TextEncoder().encode(source)
    )
  )

const pictures = 50

const withPictures = `Subject: pictures
MIME-Version: 1.0
Content-Type: multipart/related; boundary="x"

--x
Content-Type: text/html

<img src="cid:p0">
${Array.from(
  { length: pictures },
  (_, index) => `--x
Content-Type: image/png
Content-ID: <p${index}>
Content-Disposition: inline; filename="${index}.png"
Content-Transfer-Encoding: base64

${Buffer.from(`picture ${index}`).toString("base64")}
`
).join("")}--x--
`.replaceAll("\n", "\r\n")

/** Listens on loopback with the middleware, until the scope closes. */
const listening = (settings: { readonly secret: Redacted.Redacted | undefined }) =>
  Effect.gen(function* () {
    const inbox = yield* inboxMiddleware(settings)
    const token = yield* inboxToken(settings)
    const server = createServer((request, response) => {
      inbox(request, response, () => {
        response.writeHead(404).end()
      })
    })
    yield* Effect.acquireRelease(
      Effect.callback<void>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          resume(Effect.void)
        })
      }),
      () =>
        Effect.sync(() => {
          server.close().closeAllConnections()
        })
    )
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const get = (path: string, headers: Readonly<Record<string, string>>) =>
      Effect.promise(async () => {
        const response = await fetch(origin + path, { headers })
        return { status: response.status, body: await response.text() }
      })
    return {
      ask: (path: string) => get(path, { authorization: `Bearer ${token}` }),
      askAsStranger: (path: string) => get(path, {})
    }
  })

const secret = Redacted.make(Buffer.alloc(32, 7).toString("base64"))

describe("a captured mail that is opened", () => {
  it.live("with fifty pictures is read and parsed once, not for each picture", () =>
    Effect.scoped(
      costOf((cost) =>
        Effect.gen(function* () {
          const id = yield* newId("em")
          yield* put(id, withPictures)
          const { ask } = yield* listening({ secret })
          const paths = [
            "",
            "/html",
            ".json",
            ...Array.from({ length: pictures }, (_, index) => `/attachments/${index}`)
          ]
          const answers = yield* Effect.forEach(paths, (path) => ask(`/inbox/${id}${path}`), {
            concurrency: "unbounded"
          })
          expect(answers.map(({ status }) => status)).toEqual(paths.map(() => 200))
          expect(answers.slice(3).map(({ body }) => body)).toEqual(
            Array.from({ length: pictures }, (_, index) => `picture ${index}`)
          )
          expect(cost()).toEqual({ reads: 1, parses: 1 })
        })
      )
    )
  )

  it.effect("isn't shown any more once it is cleared, by this process or another", () =>
    costOf(() =>
      Effect.gen(function* () {
        const mails = yield* makeOpenMails()
        yield* put("em_1", "Subject: a\r\n\r\na")
        expect((yield* mails.open("em_1"))?.parts.text).toBe("a\n")
        yield* (yield* Inbox).clear()
        expect(yield* mails.open("em_1")).toBeUndefined()
      })
    )
  )

  it.effect("is never another mail, nor what it was before it was captured anew", () =>
    costOf((cost) =>
      Effect.gen(function* () {
        const mails = yield* makeOpenMails()
        yield* put("em_1", "Subject: a\r\n\r\none")
        yield* put("em_2", "Subject: b\r\n\r\ntwo")
        const texts = Effect.forEach(["em_1", "em_2", "em_1"], (id) =>
          Effect.map(mails.open(id), (opened) => opened?.parts.text?.trim())
        )
        expect(yield* texts).toEqual(["one", "two", "one"])
        expect(cost()).toEqual({ reads: 2, parses: 2 })
        yield* put("em_1", "Subject: a\r\n\r\nanew", 2)
        expect(yield* texts).toEqual(["anew", "two", "anew"])
        expect(cost()).toEqual({ reads: 3, parses: 3 })
      })
    )
  )

  it.effect("frees space for others: the one opened longest ago is forgotten first", () =>
    costOf((cost) =>
      Effect.gen(function* () {
        const mails = yield* makeOpenMails(1024 * 1024)
        // Each counts 64 KiB, 160 kB for its text and as much for its source: two of them fit.
        yield* Effect.forEach(["em_1", "em_2", "em_3"], (id) =>
          put(id, `Subject: x\r\n\r\n${id.repeat(20_000)}`)
        )
        yield* Effect.forEach(["em_1", "em_2", "em_3", "em_3", "em_2"], mails.open)
        expect(cost().parses).toBe(3)
        yield* Effect.forEach(["em_1", "em_2", "em_3"], mails.open)
        expect(cost().parses).toBe(5)
      })
    )
  )

  it.effect("and is larger than all that is remembered isn't remembered", () =>
    costOf((cost) =>
      Effect.gen(function* () {
        const mails = yield* makeOpenMails(128 * 1024)
        yield* put("em_1", `Subject: x\r\n\r\n${"x".repeat(200_000)}`)
        yield* mails.open("em_1")
        yield* mails.open("em_1")
        expect(cost().parses).toBe(2)
      })
    )
  )
})

describe("requests for the inbox without a token", () => {
  /** Keys that another process can rotate, counting how often they are read. */
  const makeKeys = () => {
    const count = { reads: 0, newest: 1 }
    const keys = Effect.sync(() => {
      count.reads += 1
      return [
        Redacted.make(new Uint8Array(32).fill(count.newest)),
        Redacted.make(new Uint8Array(32).fill(99))
      ]
    })
    return { count, layer: Layer.succeed(StoredKeys, { keys, update: () => keys }) }
  }

  const derivations = () => {
    const bits = vi.spyOn(crypto.subtle, "deriveBits")
    const keys = vi.spyOn(crypto.subtle, "deriveKey")
    return () => bits.mock.calls.length + keys.mock.calls.length
  }

  it.live.each([
    { key: "of the storage", given: undefined },
    { key: "that was given", given: secret }
  ])("are refused without reading or deriving the key $key for each of them", ({ given }) =>
    Effect.scoped(
      Effect.gen(function* () {
        const { count, layer } = makeKeys()
        const { askAsStranger } = yield* Effect.provide(listening({ secret: given }), layer)
        const derived = derivations()
        const before = count.reads
        const answers = yield* Effect.forEach(
          Array.from({ length: 100 }),
          () => askAsStranger("/inbox"),
          { concurrency: 10 }
        )
        expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
        // A slow machine may need more than two seconds for a hundred requests.
        expect(derived()).toBeLessThan(10)
        expect(count.reads - before).toBeLessThan(10)
      })
    ).pipe(
      Effect.provide(storage),
      Effect.ensuring(
        Effect.sync(() => {
          vi.restoreAllMocks()
        })
      )
    )
  )

  it.effect("cost one derivation in two seconds, and a rotated key is noticed after them", () =>
    Effect.gen(function* () {
      const { count, layer } = makeKeys()
      const token = yield* Effect.provide(makeRememberedToken({ secret: undefined }), layer)
      const derived = derivations()
      const first = yield* token
      count.newest = 2
      expect(yield* token).toBe(first)
      expect({ reads: count.reads, derived: derived() }).toEqual({ reads: 1, derived: 1 })
      yield* TestClock.adjust("2 seconds")
      const second = yield* token
      expect(second).not.toBe(first)
      expect(second).toBe(yield* Effect.provide(inboxToken({ secret: undefined }), layer))
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          vi.restoreAllMocks()
        })
      )
    )
  )

  it.effect("never derive anew from a secret that was given", () =>
    Effect.gen(function* () {
      const { count, layer } = makeKeys()
      const token = yield* Effect.provide(makeRememberedToken({ secret }), layer)
      const derived = derivations()
      yield* token
      yield* TestClock.adjust("1 day")
      yield* Effect.all([token, token], { concurrency: 2 })
      expect({ reads: count.reads, derived: derived() }).toEqual({ reads: 0, derived: 1 })
    }).pipe(
      Effect.ensuring(
        Effect.sync(() => {
          vi.restoreAllMocks()
        })
      )
    )
  )
})
