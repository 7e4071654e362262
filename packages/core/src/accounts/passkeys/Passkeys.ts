import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { makeRecordChanges } from "../auditLog/recordChanges.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import { memberQueries } from "../members/memberTable.js"
import { mint, ofMember } from "../sessions/mintSession.js"
import {
  InvalidSignInToken,
  type NewSession,
  sessionMillis,
  type SessionPlace
} from "../sessions/Session.js"
import { sessionQueries } from "../sessions/sessionTable.js"
import { makeFindTenant } from "../tenants/tenantTable.js"
import { type PasskeyRecord, passkeyQueries } from "./passkeyTable.js"

/** What a device has signed, which was verified. */
export interface UsedPasskey {
  readonly id: string
  readonly counter: number
  /** Used up: nobody can send the same answer again. */
  readonly challenge: string
  readonly challengeExpires: number
}

interface PasskeysService {
  /**
   * False if the member's session of this digest has ended, the credential is known, or the member
   * has too many.
   */
  readonly add: (
    passkey: Omit<PasskeyRecord, "created_at" | "last_used_at">,
    session: string
  ) => Effect.Effect<boolean, StorageError>
  readonly find: (id: string) => Effect.Effect<PasskeyRecord | undefined, StorageError>
  readonly list: (memberId: string) => Effect.Effect<ReadonlyArray<PasskeyRecord>, StorageError>
  readonly remove: (memberId: string, id: string) => Effect.Effect<boolean, StorageError>
  /** A session of the member whose passkey it is. */
  readonly begin: (
    used: UsedPasskey,
    place?: SessionPlace
  ) => Effect.Effect<NewSession, InvalidSignInToken | StorageError>
}

const make = Effect.gen(function* () {
  const { write } = yield* Database
  const members = yield* memberQueries
  const passkeys = yield* passkeyQueries
  const sessions = yield* sessionQueries
  const findTenant = yield* makeFindTenant
  const { note } = yield* makeRecordChanges

  const begin: PasskeysService["begin"] = ({ challenge, challengeExpires, counter, id }, place) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const begun = yield* write(
        Effect.gen(function* () {
          const isFirst = yield* sessions.useUp(fingerprintOf(challenge), now, challengeExpires)
          const passkey = isFirst ? yield* passkeys.find(id) : undefined
          if (passkey === undefined) return undefined
          // An invitation that is renewed meanwhile ends this session, too.
          if (!(yield* members.lockActive(passkey.member_id))) return undefined
          if (!(yield* passkeys.noteUse(id, counter, now))) return undefined
          const member = yield* members.update(passkey.member_id, { last_signed_in_at: now })
          if (member === undefined) return undefined
          const { made, record } = yield* mint(ofMember(member), sessionMillis, place)
          yield* sessions.insert(record)
          yield* sessions.removeBeyondMax({ kind: "member", id: member.id })
          const { email, id: memberId, name, tenant_id } = member
          yield* note({
            operation: "session.begin",
            actor: { kind: "member", id: memberId, name: name ?? email },
            tenant: tenant_id === null ? undefined : yield* findTenant(tenant_id)
          })
          return made
        })
      )
      return begun ?? (yield* new InvalidSignInToken())
    })

  return Passkeys.of({
    add: (passkey, session) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        write(
          Effect.gen(function* () {
            // Of several at once, each sees those that the others have added.
            if (!(yield* members.lockActive(passkey.member_id))) return false
            if (!(yield* sessions.activeOf([session], now)).has(session)) return false
            return yield* passkeys.insert({ ...passkey, created_at: now, last_used_at: null })
          })
        )
      ),
    find: (id) => stored(passkeys.find(id)),
    list: (memberId) => stored(passkeys.list(memberId)),
    remove: (memberId, id) => stored(passkeys.remove(memberId, id)),
    begin
  })
})

/** Of members who sign in by nothing else. */
export class Passkeys extends Context.Service<Passkeys, PasskeysService>()(
  "@telemark/core/Passkeys"
) {
  static readonly layer: Layer.Layer<Passkeys, never, Database> = Layer.effect(this, make)
}
