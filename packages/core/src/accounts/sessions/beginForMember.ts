import { Effect } from "effect"
import { makeRecordChanges } from "../auditLog/recordChanges.js"
import type { MemberRecord } from "../members/Member.js"
import { makeFindTenant } from "../tenants/tenantTable.js"
import { sessionMillis, type SessionPlace } from "./Session.js"
import { mint } from "./mintSession.js"
import { sessionQueries } from "./sessionTable.js"

/**
 * A session of a member, however it signs in, and its entry in the audit log. In the caller's
 * transaction, which has locked the member's row.
 */
export const makeBeginForMember = Effect.gen(function* () {
  const sessions = yield* sessionQueries
  const findTenant = yield* makeFindTenant
  const { note } = yield* makeRecordChanges

  return (member: MemberRecord, place: SessionPlace | undefined) =>
    Effect.gen(function* () {
      const { email, id, name, tenant_id } = member
      const { made, record } = yield* mint(
        { kind: "member", key_id: null, member_id: id, tenant_id },
        sessionMillis,
        place
      )
      yield* sessions.insert(record)
      yield* sessions.removeBeyondMax({ kind: "member", id })
      yield* note({
        operation: "session.begin",
        actor: { kind: "member", id, name: name ?? email },
        tenant: tenant_id === null ? undefined : yield* findTenant(tenant_id)
      })
      return made
    })
})
