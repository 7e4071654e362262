import { emailQueries, indexMessages, makeRetention } from "@telemark/core"
import { Effect } from "effect"
import assert from "node:assert/strict"
import {
  claim,
  hour,
  ids,
  listed,
  minute,
  noon,
  queued,
  record,
  settlement,
  times,
  together
} from "./fixtures.js"
import { suite } from "./suite.js"

const fillIndex = Effect.repeat(indexMessages, { while: (taken) => taken > 0 })

/** More messages than a search looks through before it asks the index, all of them newer. */
const bury = together(
  times(24, (send) =>
    queued({
      to: times(50, (one) => `reader${String(one)}@news.example`),
      subject: `Newsletter ${String(send)}`,
      created_at: noon + hour + send
    })
  )
)

const receipt = {
  to: ["Ada Lovelace <ada.byron@mail.example.org>"],
  sender: { name: "Fjord Books", address: "orders@shop.example" },
  subject: "Your receipt N° 4711, Čapek",
  template_id: "order_receipt",
  tags: { campaign: "spring-sale" }
}

const searches: ReadonlyArray<string> = [
  "ada",
  "ADA",
  "Lovelace",
  "love",
  "receipt",
  "4711",
  "capek",
  "Čapek",
  "example.org",
  "ada.byron@mail.example.org",
  "byron@mail",
  "fjord",
  "orders@shop.example",
  "order_receipt",
  "campaign:spring",
  "sale",
  "ada receipt",
  "  RECEIPT,  lovel  "
]

const misses: ReadonlyArray<string> = ["adam", "lace", "ada newsletter", "eceipt", "47112"]

export const searching = suite("A list of emails with words to find", (test) => {
  const find = (q: string) => Effect.map(listed({ q }, { limit: 10 }), ids)

  for (const when of ["as soon as it is accepted", "behind 1,200 newer ones, once it is indexed"]) {
    test(`finds a message by words of it or their beginnings, ${when}`, () =>
      Effect.gen(function* () {
        const made = yield* queued(receipt)
        yield* queued({ ...receipt, tenant_id: "tn_b" })
        yield* queued({ to: ["bob@example.net"], subject: "Welcome", created_at: noon + 1 })
        if (when.startsWith("behind")) {
          yield* bury
          yield* fillIndex
        }
        for (const q of searches) assert.deepEqual(yield* find(q), made, q)
        for (const q of misses) assert.deepEqual(yield* find(q), [], q)
        const [id = ""] = made
        for (const q of [id, id.toUpperCase(), id.slice(0, 16), `${id} ada`])
          assert.deepEqual(yield* find(q), made, q)
        assert.deepEqual(yield* find(`${id} bob`), [])
      }))
  }

  test("finds what was written without spaces by a part of it", () =>
    Effect.gen(function* () {
      const made = yield* queued({ subject: "ご注文の確認" })
      assert.deepEqual(yield* find("確認"), made)
      assert.deepEqual(yield* find("確定"), [])
    }))

  test("indexes long words of letters that are two code units, whole letters of them", () =>
    Effect.gen(function* () {
      const subject = (start: string) => start + "𐌰".repeat(60)
      const made = yield* queued({ subject: `${subject("")} ${subject("a")}` })
      yield* bury
      yield* fillIndex
      for (const q of [subject(""), subject("a"), "a𐌰"]) assert.deepEqual(yield* find(q), made)
    }))

  test("pages through what has the words, newest first, each message once, whatever else is asked for", () =>
    Effect.gen(function* () {
      const { list } = yield* emailQueries
      // Many at one instant: pages end and begin among them.
      const made = (yield* together(
        times(30, (send) =>
          queued({
            to: times(50, (one) => `ada${String(one)}@example.org`),
            subject: send % 3 === 0 ? "Your invoice" : "Your receipt",
            template_id: send % 2 === 0 ? "even" : "odd",
            created_at: noon - Math.floor(send / 10) * minute
          })
        )
      )).flat()
      yield* bury
      yield* fillIndex
      for (const [filter, count] of [
        [{ q: "ada" }, 1500],
        [{ q: "ada rec" }, 1000],
        [{ q: "ada1" }, 330],
        [{ q: "your", subject: "your inv" }, 500],
        [{ subject: "YOUR REC" }, 1000],
        [{ q: "receipt", template_id: "odd" }, 500],
        [{ q: "receipt", since: noon - minute, until: noon }, 350],
        [{ q: "receipt", recipient: "ada7@example.org" }, 20]
      ] as const) {
        const seen: Array<string> = []
        let after: string | undefined
        do {
          const page = yield* list("tn_a", { limit: 90, offset: 0, after }, filter)
          seen.push(...ids(page?.emails ?? []))
          after = page?.next ?? undefined
        } while (after !== undefined)
        assert.equal(seen.length, count, JSON.stringify(filter))
        const all = ids(yield* listed({})).filter((id) => made.includes(id))
        assert.deepEqual(
          seen,
          all.filter((id) => seen.includes(id)),
          JSON.stringify(filter)
        )
      }
    }))

  test("indexes each message once, however many do so at the same time", () =>
    Effect.gen(function* () {
      const fill = indexMessages
      yield* bury
      const taken = yield* together(times(6, () => fill))
      const rest = yield* fill
      assert.equal(
        taken.reduce((sum, one) => sum + one, rest),
        1200
      )
      assert.equal(yield* fill, 0)
      assert.equal((yield* listed({ q: "reader7", until: noon + hour + 5 })).length, 5)
    }))

  test("finds no message that retention has removed", () =>
    Effect.gen(function* () {
      yield* queued(receipt)
      yield* fillIndex
      yield* record(
        "w",
        (yield* claim("w", 10, noon)).map((message) => settlement(message, noon))
      )
      yield* bury
      const { removeEmails } = yield* makeRetention
      assert.equal(yield* removeEmails(noon + 1), 1)
      assert.deepEqual(yield* find("lovelace"), [])
    }))
})
