import { describe, expect, it } from "@effect/vitest"
import {
  type ClaimedMessage,
  dkimKeyReference,
  type DomainRecord,
  type SecretReference,
  type SecretsService,
  SecretUnreadable
} from "@telemark/core"
import { Effect, Redacted } from "effect"
import { makeOpenKeys } from "../../src/delivery/attempt/deliverMessage.js"
import { mayBeAligned } from "../../src/sending/domains/operatorsKeys.js"
import { key, readyRecord, rowsOf } from "../Domains/support/records.js"
import { databaseOf } from "../sql/clientOf.js"

const nameOf = (place: SecretReference): string => JSON.stringify(place)

/** Sealed text is the name of its place: it opens there and nowhere else. */
const secrets: SecretsService = {
  seal: (_, place) => Effect.succeed(nameOf(place)),
  open: (sealed, place) =>
    sealed === nameOf(place)
      ? Effect.succeed(Redacted.make("pem"))
      : new SecretUnreadable({ reason: "damaged" }),
  isCurrent: () => Effect.succeed(true)
}

const sealedFor = (tenant_id: string, domain: string): string =>
  nameOf(dkimKeyReference(tenant_id, { domain, selector: "tmfirst" }))

const owned = (tenant_id: string, domain: string): DomainRecord =>
  readyRecord({
    tenant_id,
    domain,
    keys: [{ ...key(), private_key: sealedFor(tenant_id, domain) }]
  })

const message = (
  tenant_id: string,
  sender: string,
  keys: ClaimedMessage["keys"] = []
): ClaimedMessage => ({
  id: "em_1",
  tenant_id,
  sender: { name: null, address: sender },
  recipient: "ada@example.com",
  recipient_name: null,
  subject: "",
  created_at: 0,
  scheduled_at: null,
  template_id: null,
  body: { id: "body_1", html: null, text: "hello", headers: [], shown: null, attachments: [] },
  attempts: 1,
  suppressed: false,
  topic: null,
  refused_since: null,
  keys,
  return_path_verified: false,
  tracking_verified: false,
  smtp_config: null
})

const database = databaseOf((statement, [domain]) =>
  Effect.succeed(
    statement.includes("d.owned = 1")
      ? [owned("tn_operator", "mail.example.com"), owned("tn_operator", "operator.example")]
          .filter((record) => record.domain === domain)
          .flatMap(rowsOf)
      : []
  )
)
const open = Effect.runSync(
  makeOpenKeys(secrets, {
    signingDomain: "mail.example.com",
    from: "Server <server@operator.example>"
  }).pipe(Effect.provide(database))
)
const signers = (claimed: ClaimedMessage) =>
  Effect.map(open(claimed), (keys) => keys.map(({ domain }) => domain))

describe("a domain may be aligned with another", () => {
  it.each([
    ["example.com", "mail.example.com", true],
    ["login.example.com", "mail.example.com", true],
    ["example.com", "example.com", true],
    ["example.org", "mail.example.com", false],
    ["notexample.com", "example.com", false],
    ["shop.co.uk", "mail.co.uk", true]
  ])("%s and %s: %s", (one, other, aligned) => {
    expect(mayBeAligned(one, other)).toBe(aligned)
    expect(mayBeAligned(other, one)).toBe(aligned)
  })
})

describe("a message is signed", () => {
  it.effect("by its own tenant's key, if there is one", () =>
    Effect.gen(function* () {
      const keys = [
        {
          tenant_id: "tn_a",
          domain: "shop.example",
          selector: "tmfirst",
          algorithm: "rsa" as const,
          private_key: sealedFor("tn_a", "shop.example")
        }
      ]
      expect(yield* signers(message("tn_a", "shop@shop.example", keys))).toEqual(["shop.example"])
    })
  )

  it.effect("by the signing domain, if its sender has nothing to do with that", () =>
    Effect.gen(function* () {
      expect(yield* signers(message("tn_a", "shop@unverified.example"))).toEqual([
        "mail.example.com"
      ])
    })
  )

  it.effect("by nobody, if the signing domain's signature could pass for the sender's own", () =>
    Effect.gen(function* () {
      for (const sender of [
        "ceo@example.com",
        "ceo@sub.mail.example.com",
        "ceo@login.example.com",
        "ceo@mail.example.com"
      ]) {
        expect(yield* signers(message("tn_a", sender))).toEqual([])
      }
    })
  )

  it.effect(
    "by the owner of the domain of the server's default sender, whichever tenant sends it",
    () =>
      Effect.gen(function* () {
        expect(yield* signers(message("tn_a", "Server@Operator.example"))).toEqual([
          "operator.example"
        ])
        expect(yield* signers(message("tn_a", "other@operator.example"))).toEqual([
          "mail.example.com"
        ])
      })
  )

  it.effect("with no key of another location, even if that was opened before", () =>
    Effect.gen(function* () {
      const stolen = sealedFor("tn_a", "shop.example")
      const row = {
        domain: "shop.example",
        selector: "tmfirst",
        algorithm: "rsa" as const,
        private_key: stolen
      }
      yield* open(message("tn_a", "shop@shop.example", [{ ...row, tenant_id: "tn_a" }]))
      expect(
        yield* Effect.flip(
          open(message("tn_b", "shop@shop.example", [{ ...row, tenant_id: "tn_b" }]))
        )
      ).toMatchObject({ _tag: "SecretUnreadable" })
    })
  )
})
