import { foldAddress, type StorageError } from "@telemark/contract"
import { Clock, Data, Effect } from "effect"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { newId } from "../../kernel/ids.js"
import { tenantQueries } from "../tenants/tenantTable.js"
import { decideAdmission, type Identity, type Refusal } from "./decideAdmission.js"
import { maxMembers, type MemberRecord, newMember } from "./Member.js"
import { memberQueries } from "./memberTable.js"

/** An identity provider knows somebody who isn't let in here. */
export class NotAdmitted extends Data.TaggedError("NotAdmitted")<{ readonly because: Refusal }> {
  override get message(): string {
    return `Somebody whom the identity provider knows wasn't let in: ${this.because}.`
  }
}

/** `last_signed_in_at` is exact to ten minutes: a proxy names the member with each request. */
export const noteSignInEvery = 600_000

/**
 * The member that an identity is, as it is from now on. Those whom groups let in belong to the
 * tenant of this name, or to the whole server for `*`.
 */
export const makeAdmit = Effect.gen(function* () {
  const { write } = yield* Database
  const members = yield* memberQueries
  const tenants = yield* tenantQueries

  const letsNobodyIn = (because: string) =>
    Effect.andThen(
      Effect.logWarning(`groups let somebody in, but ${because}`),
      new NotAdmitted({ because: "not_invited" })
    )

  const homeOf = (tenantName: string): Effect.Effect<string | null | undefined, StorageError> =>
    tenantName === "*"
      ? Effect.succeed(null)
      : Effect.flatMap(stored(tenants.findByName(tenantName)), (tenant) =>
          tenant === undefined
            ? Effect.as(
                Effect.logWarning("groups let somebody in, but the tenant for them doesn't exist"),
                undefined
              )
            : Effect.succeed(tenant.id)
        )

  const attempt = (
    identity: Identity,
    tenantName: string
  ): Effect.Effect<MemberRecord | undefined, NotAdmitted | StorageError> =>
    Effect.gen(function* () {
      const { email, issuer, name, subject } = identity
      const now = yield* Clock.currentTimeMillis
      const byIdentity = yield* stored(members.findByIdentity(issuer, subject))
      const byAddress = byIdentity ?? (yield* stored(members.findByAddress(foldAddress(email))))
      const isByGroups = byIdentity === undefined && identity.role !== undefined
      const home = isByGroups ? yield* homeOf(tenantName) : undefined
      const decided = decideAdmission(identity, { byIdentity, byAddress, home }, now)
      switch (decided._tag) {
        case "Refuse":
          return yield* new NotAdmitted({ because: decided.because })
        case "Admit": {
          const { member, role } = decided
          return role === member.role && now - (member.last_signed_in_at ?? 0) < noteSignInEvery
            ? member
            : yield* write(members.admit(member, role, now))
        }
        case "Accept": {
          const { member } = decided
          const known = { issuer, subject, name: member.name ?? name, last_signed_in_at: now }
          return yield* write(members.accept(member.id, known))
        }
        case "Make": {
          const { home, instead, role } = decided
          if ((yield* stored(members.count(home))) >= maxMembers)
            return yield* letsNobodyIn("there are too many members")
          const made: MemberRecord = {
            ...newMember(yield* newId("mem"), home, { email, name, role }, now),
            ...{ state: "active", issuer, subject, from_groups: true, last_signed_in_at: now }
          }
          const isMade = yield* write(
            Effect.gen(function* () {
              if (instead !== undefined) yield* members.removeUnlessActive(instead.id)
              return yield* members.insert(made)
            })
          )
          return isMade ? made : undefined
        }
      }
    })

  // Between read and write, others may have accepted the invitation, or made or changed the member.
  return (identity: Identity, tenantName: string) =>
    Effect.flatMap(attempt(identity, tenantName), (admitted) =>
      admitted === undefined
        ? Effect.flatMap(attempt(identity, tenantName), (again) =>
            again === undefined
              ? new NotAdmitted({ because: "other_sign_in" })
              : Effect.succeed(again)
          )
        : Effect.succeed(admitted)
    )
})
