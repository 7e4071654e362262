import { type Attachment, attachmentQueries, emailQueries, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  aSend,
  claim,
  hour,
  noon,
  queued,
  record,
  type SendOverrides,
  settlement,
  suppress,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

/** All byte values, repeated, beginning with `first`. */
const octets = (length: number, first = 0) =>
  Uint8Array.from({ length }, (_, index) => (index + first) % 256)

const aFile = (overrides: Partial<Attachment> = {}): Attachment => {
  const content = overrides.content ?? octets(300)
  return {
    filename: "receipt.pdf",
    content_type: "application/pdf",
    content_id: null,
    ...overrides,
    content,
    size: content.length
  }
}

const withFiles = (
  files: ReadonlyArray<Attachment>,
  overrides: SendOverrides = {}
): SendOverrides & { readonly body: { readonly id: string } } => {
  const { body } = aSend()
  const infos = files.map(({ content_id, content_type, filename, size }) => ({
    filename,
    content_type,
    content_id,
    size
  }))
  return { ...overrides, attachments: files, body: { ...body, attachments: infos } }
}

/** Tests of how files are accepted, claimed, read and removed with their mails. */
export const attachments = suite("Attachments", (test) => {
  const read = (bodyId: string) => Effect.flatMap(attachmentQueries, (store) => store.read(bodyId))

  test("returns the files of a body in their order, byte for byte", () =>
    Effect.gen(function* () {
      const files = [
        aFile(),
        aFile({
          filename: "'Übersicht' \\ 1.txt",
          content_type: null,
          content: new TextEncoder().encode("\\x00 \\000 ä")
        }),
        aFile({ filename: "empty", content: new Uint8Array(0) }),
        aFile({ filename: "logo.png", content_id: "logo", content: octets(100_000, 7) }),
        aFile({ filename: "logo.png", content: Uint8Array.from([0]) })
      ]
      const send = withFiles(files)
      yield* queued(send)
      const found = yield* read(send.body.id)
      assert.deepEqual(found, files)
      assert.ok(
        found.every(({ content }) => Object.getPrototypeOf(content) === Uint8Array.prototype)
      )
    }))

  test("returns one file by its place, and none where there is none", () =>
    Effect.gen(function* () {
      const files = [
        aFile(),
        aFile({ filename: "b", content_type: null, content: octets(1000, 3) })
      ]
      const send = withFiles(files)
      yield* queued(send)
      const { readOne } = yield* attachmentQueries
      assert.deepEqual([yield* readOne(send.body.id, 0), yield* readOne(send.body.id, 1)], files)
      assert.deepEqual(
        [
          yield* readOne(send.body.id, 2),
          yield* readOne(send.body.id, -1),
          yield* readOne("body_unknown", 0)
        ],
        [undefined, undefined, undefined]
      )
    }))

  test("returns none for a body without files, and none for a missing body", () =>
    Effect.gen(function* () {
      const send = aSend()
      yield* queued(withFiles([aFile()]))
      yield* queued({ body: send.body })
      assert.deepEqual(yield* read(send.body.id), [])
      assert.deepEqual(yield* read("body_unknown"), [])
    }))

  test("doesn't mix up the files of many concurrent sends, including large ones", () =>
    Effect.gen(function* () {
      const sends = times(20, (index) =>
        withFiles(
          times(index % 4, (nth) =>
            aFile({
              filename: `${String(index)}-${String(nth)}`,
              content: octets(index === 7 ? 3_000_000 : 1000, index)
            })
          )
        )
      )
      yield* together(sends.map(queued))
      for (const { attachments: files, body } of sends)
        assert.deepEqual(yield* read(body.id), files)
    }))

  test("accepts as many files as a send may have", () =>
    Effect.gen(function* () {
      const send = withFiles(
        times(50, (index) => aFile({ filename: String(index), content: octets(index) }))
      )
      yield* queued(send)
      assert.equal((yield* read(send.body.id)).length, 50)
      assert.deepEqual((yield* read(send.body.id))[49], send.attachments?.[49])
    }))

  test("stores nothing for a send that is refused or has no recipients left", () =>
    Effect.gen(function* () {
      yield* suppress("ada@example.com")
      const [suppressed, refused] = [
        withFiles([aFile()]),
        withFiles([aFile()], { to: ["b@example.com"], monthly_limit: 0 })
      ]
      const { accept } = yield* emailQueries
      assert.equal((yield* accept(aSend(suppressed)))._tag, "Accepted")
      assert.equal((yield* accept(aSend(refused)))._tag, "QuotaExceeded")
      for (const { body } of [suppressed, refused]) assert.deepEqual(yield* read(body.id), [])
    }))

  test("are listed in claimed messages by name and size only, next to the addresses shown in the headers", () =>
    Effect.gen(function* () {
      const shown = {
        to: [{ name: "Ada", address: "ada@example.com" }],
        cc: [
          { name: null, address: "bob@example.org" },
          { name: 'Jörg "J." Müller, 山田', address: "müller@example.org" }
        ]
      }
      const send = withFiles(
        [aFile({ content_id: "logo" }), aFile({ filename: "ä.txt", content_type: null })],
        { to: ["a@example.com", "b@example.com"] }
      )
      yield* queued({ ...send, body: { ...aSend(send).body, shown } })
      const [first, second] = yield* claim("w", 10, noon)
      assert.ok(first?.body !== null && first?.body === second?.body)
      assert.deepEqual(first?.body.shown, shown)
      assert.deepEqual([first.recipient_name, second?.recipient_name], [null, null])
      assert.deepEqual(first.body.attachments, [
        { filename: "receipt.pdf", content_type: "application/pdf", content_id: "logo", size: 300 },
        { filename: "ä.txt", content_type: null, content_id: null, size: 300 }
      ])
    }))

  test("deletes files together with their bodies, a bounded number of bytes at a time, and no others", () =>
    Effect.gen(function* () {
      const content = octets(5_000_000)
      const old = times(8, () => withFiles([aFile({ content }), aFile()]))
      yield* together(old.map(queued))
      yield* record(
        "w",
        (yield* claim("w", 10, noon)).map((message) => settlement(message, noon))
      )
      const young = withFiles([aFile()], { created_at: noon + 30 * hour })
      yield* queued(young)
      const { removeBodies } = yield* makeRetention
      const rounds: Array<number> = []
      do rounds.push(yield* removeBodies(noon + 1))
      while (rounds.at(-1) !== 0)
      assert.equal(
        rounds.reduce((sum, one) => sum + one, 0),
        8
      )
      assert.ok(rounds.length > 2)
      for (const { body } of old) assert.deepEqual(yield* read(body.id), [])
      assert.equal((yield* read(young.body.id)).length, 1)
    }))
})
