import { describe, expect, it } from "@effect/vitest"
import { TestClock } from "@telemark-tools/clock"
import { StorageError } from "@telemark/contract"
import { type DomainRecord, Emails, type EmailsOptions } from "@telemark/core"
import { Effect } from "effect"
import { readyRecord, rowsOf } from "../Domains/support/records.js"
import { databaseOf } from "../sql/clientOf.js"
import { emailsOver, tenant } from "./support/services.js"

const owned = readyRecord({ tenant_id: "tn_operator", domain: "mail.example" })

/**
 * What storage is told to warn of with sends from these senders, and how often it was asked for the
 * operator's domains.
 */
const warned = (
  options: EmailsOptions,
  senders: ReadonlyArray<string>,
  found: () => DomainRecord | undefined = () => owned
) =>
  Effect.gen(function* () {
    let asked = 0
    const database = databaseOf((statement) =>
      Effect.sync(() => {
        if (!statement.includes("d.owned = 1")) return []
        asked++
        const owner = found()
        return owner === undefined ? [] : rowsOf(owner)
      })
    )
    const { accepted, layer } = emailsOver(options, database)
    yield* Effect.flatMap(Emails, (emails) =>
      Effect.forEach(senders, (from) =>
        Effect.andThen(
          emails.send(tenant, { from, to: "ada@example.com", text: "x" }),
          TestClock.adjust("20 seconds")
        )
      )
    ).pipe(Effect.provide(layer))
    return { warnings: accepted.map(({ unsigned_warning }) => unsigned_warning), asked }
  })

const unsigned = expect.stringMatching(
  /is sent without a DKIM signature.*Add the sender's domain to the sending domains/
)

describe("a send whose mail will leave unsigned is warned of", () => {
  it.effect(
    "unless the tenant has a key, which storage knows; nothing else is looked up for it",
    () =>
      Effect.gen(function* () {
        expect(yield* warned({}, ["shop@example.com"])).toEqual({ warnings: [unsigned], asked: 0 })
      })
  )

  it.effect("not where the operator's signing domain signs, which is looked up once a minute", () =>
    Effect.gen(function* () {
      const senders = ["a@shop.example", "b@example.org", "c@shop.example", "d@shop.example"]
      expect(yield* warned({ signingDomain: "mail.example" }, senders)).toEqual({
        warnings: [null, null, null, null],
        asked: 2
      })
    })
  )

  it.effect("where the signing domain may not sign for the sender, or isn't verified", () =>
    Effect.gen(function* () {
      expect(
        (yield* warned({ signingDomain: "mail.example" }, ["a@news.mail.example"])).warnings
      ).toEqual([unsigned])
      expect(
        (yield* warned({ signingDomain: "mail.example" }, ["a@shop.example"], () => undefined))
          .warnings
      ).toEqual([unsigned])
      expect(
        (yield* warned({ signingDomain: "mail.example" }, ["a@shop.example"], () => ({
          ...owned,
          dkim_verified: false
        }))).warnings
      ).toEqual([unsigned])
    })
  )

  it.effect("not for the server's own sender, if the owner of its domain signs", () =>
    Effect.gen(function* () {
      const options = { from: "Shop <shop@mail.example>" }
      expect(
        (yield* warned(options, ["SHOP@mail.example", "other@mail.example"])).warnings
      ).toEqual([null, unsigned])
      expect((yield* warned(options, ["shop@mail.example"], () => undefined)).warnings).toEqual([
        unsigned
      ])
    })
  )

  it.effect("not where mail is only captured", () =>
    Effect.gen(function* () {
      expect(
        yield* warned({ captures: true, signingDomain: "mail.example" }, ["shop@example.com"])
      ).toEqual({ warnings: [null], asked: 0 })
    })
  )

  it.effect("not if it can't be found out, and the send is accepted nevertheless", () =>
    Effect.gen(function* () {
      const { accepted, layer } = emailsOver(
        { signingDomain: "mail.example" },
        databaseOf(() => Effect.fail(new StorageError({ reason: "unavailable", cause: "x" })))
      )
      yield* Effect.flatMap(Emails, (emails) =>
        emails.send(tenant, { from: "a@shop.example", to: "ada@example.com", text: "x" })
      ).pipe(Effect.provide(layer))
      expect(accepted.map(({ unsigned_warning }) => unsigned_warning)).toEqual([null])
    })
  )
})
