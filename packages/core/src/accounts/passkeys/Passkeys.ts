import type { StorageError } from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import type { ChangedBy } from "../auditLog/AuditEntry.js"
import { makeRecordChanges } from "../auditLog/recordChanges.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import { memberQueries } from "../members/memberTable.js"
import { InvalidSignInToken, type NewSession, type SessionPlace } from "../sessions/Session.js"
import { makeBeginForMember } from "../sessions/beginForMember.js"
import { sessionQueries } from "../sessions/sessionTable.js"
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
    session: string,
    by: ChangedBy
  ) => Effect.Effect<boolean, StorageError>
  readonly find: (id: string) => Effect.Effect<PasskeyRecord | undefined, StorageError>
  readonly list: (memberId: string) => Effect.Effect<ReadonlyArray<PasskeyRecord>, StorageError>
  /** False if the member has none of this id. */
  readonly remove: (
    memberId: string,
    id: string,
    by: ChangedBy
  ) => Effect.Effect<boolean, StorageError>
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
  const beginForMember = yield* makeBeginForMember
  const { note } = yield* makeRecordChanges
  const noted = (operation: string, by: ChangedBy) =>
    note({ ...by, operation, target: { kind: "passkey" } })

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
          return member && (yield* beginForMember(member, place))
        })
      )
      return begun ?? (yield* new InvalidSignInToken())
    })

  return Passkeys.of({
    add: (passkey, session, by) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        write(
          Effect.gen(function* () {
            // Of several at once, each sees those that the others have added.
            if (!(yield* members.lockActive(passkey.member_id))) return false
            if (!(yield* sessions.activeOf([session], now)).has(session)) return false
            const record = { ...passkey, created_at: now, last_used_at: null }
            if (!(yield* passkeys.insert(record))) return false
            yield* noted("passkeys.add", by)
            return true
          })
        )
      ),
    find: (id) => stored(passkeys.find(id)),
    list: (memberId) => stored(passkeys.list(memberId)),
    remove: (memberId, id, by) =>
      write(
        Effect.tap(passkeys.remove(memberId, id), (isRemoved) =>
          isRemoved ? noted("passkeys.remove", by) : Effect.void
        )
      ),
    begin
  })
})

/** Of members who sign in by nothing else. */
export class Passkeys extends Context.Service<Passkeys, PasskeysService>()(
  "@telemark/core/Passkeys"
) {
  static readonly layer: Layer.Layer<Passkeys, never, Database> = Layer.effect(this, make)
}
