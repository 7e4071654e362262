import {
  decode,
  foldAddress,
  InviteMember,
  ListMembers,
  NotFound,
  operatorScope,
  pageEndingWith,
  requestedPage,
  type StorageError,
  success,
  unknownAfter,
  UpdateMember,
  type ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import { Database } from "../../database/Database.js"
import { stored } from "../../database/storageError.js"
import { Entropy, isId, newId } from "../../kernel/ids.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound, tooMany } from "../../operations/found.js"
import type { Principal } from "../apiKeys/ApiKey.js"
import { fingerprintOf } from "../apiKeys/keyFormat.js"
import { passkeyQueries } from "../passkeys/passkeyTable.js"
import { mintSessionSecret, sessionSecretBytes, viewOfSession } from "../sessions/Session.js"
import { sessionQueries } from "../sessions/sessionTable.js"
import {
  invitationMillis,
  lastAdmin,
  maxMembers,
  memberExists,
  type MemberRecord,
  newMember,
  onlyOperators,
  roleFromGroups,
  viewOfMember
} from "./Member.js"
import { memberQueries, type MembersOf } from "./memberTable.js"
import { sendInvitation } from "./sendInvitation.js"

export interface MembersOptions {
  /** The dashboard's address; without it, invitations are shown as paths. */
  readonly publicUrl?: string | undefined
  /** Whether people sign in at an identity provider or a proxy, so that a link signs nobody in. */
  readonly externalSignIn?: boolean | undefined
}

type MembersService = OperationsFor<Principal, "members">

const decodeInvite = decode(InviteMember)
const decodeList = decode(ListMembers)
const decodeUpdate = decode(UpdateMember)

const isOperator = ({ scopes }: Principal): boolean => scopes.has(operatorScope)

const whoseMembers = (caller: Principal): MembersOf => ({
  tenantId: caller.tenant.id,
  withOperators: isOperator(caller)
})

const keyOf = (idOrAddress: string): string =>
  isId("mem", idOrAddress) ? idOrAddress : foldAddress(idOrAddress)

const isActiveAdmin = ({ role, state }: Pick<MemberRecord, "role" | "state">): boolean =>
  role === "admin" && state === "active"

const make = ({ externalSignIn = false, publicUrl }: MembersOptions) =>
  Effect.gen(function* () {
    const { change } = yield* Database
    const members = yield* memberQueries
    const sessions = yield* sessionQueries
    const passkeys = yield* passkeyQueries

    /** Nothing that it has signed in with is left. */
    const signedOut = (id: string) =>
      Effect.andThen(sessions.removeOfMember(id), passkeys.removeOfMember(id))
    const send = yield* sendInvitation(publicUrl)

    const found = (caller: Principal, idOrAddress: string) =>
      orNotFound(stored(members.find(whoseMembers(caller), keyOf(idOrAddress))))

    /**
     * In one transaction, unless a member would leave its tenant without an active admin: nobody
     * there could undo that. The operator may.
     */
    const changing = <A>(
      caller: Principal,
      idOrAddress: string,
      after: (member: MemberRecord) => Pick<MemberRecord, "role" | "state">,
      then: (member: MemberRecord) => Effect.Effect<A, SqlError>
    ): Effect.Effect<A, NotFound | ValidationFailed | StorageError> =>
      change(
        Effect.gen(function* () {
          const whose = whoseMembers(caller)
          const known = yield* members.find(whose, keyOf(idOrAddress))
          if (known === undefined) return yield* new NotFound()
          yield* members.lock(known.tenant_id)
          const member = yield* members.findLocked(whose, known.id)
          if (member === undefined) return yield* new NotFound()
          const isLast =
            caller.actor?.kind === "member" &&
            isActiveAdmin(member) &&
            !isActiveAdmin(after(member)) &&
            !(yield* members.hasOtherAdmin(member.tenant_id, member.id))
          return isLast ? yield* lastAdmin() : yield* then(member)
        })
      )

    const newInvitation = Effect.gen(function* () {
      const invited_until = (yield* Clock.currentTimeMillis) + invitationMillis
      if (externalSignIn) return { token: undefined, invitation_hash: null, invited_until }
      const token = mintSessionSecret((yield* Entropy).bytes(sessionSecretBytes))
      return { token, invitation_hash: fingerprintOf(token), invited_until }
    })

    const invited = (caller: Principal, member: MemberRecord, token: string | undefined) =>
      Effect.gen(function* () {
        const sent = token === undefined && (yield* send(caller, member))
        const invitation_url =
          token === undefined ? null : `${publicUrl ?? ""}/#invitation=${token}`
        return { member: viewOfMember(member), invitation_url, sent }
      })

    const service: MembersService = {
      list: (caller, input = {}) =>
        Effect.gen(function* () {
          const request = yield* Effect.fromResult(decodeList(input))
          const page = yield* Effect.fromResult(requestedPage(request))
          const whose = whoseMembers(caller)
          const { after: id, q = "" } = request
          const after =
            id !== undefined && isId("mem", id) ? yield* stored(members.find(whose, id)) : undefined
          if (id !== undefined && after === undefined) return yield* unknownAfter("a member")
          const rows = yield* stored(members.page(whose, { ...page, after }, q))
          return pageEndingWith(rows, page, viewOfMember, (last) => last.id)
        }),

      invite: (caller, input) =>
        Effect.gen(function* () {
          const { operator = false, ...request } = yield* Effect.fromResult(decodeInvite(input))
          if (operator && !isOperator(caller)) return yield* onlyOperators()
          const tenantId = operator ? null : caller.tenant.id
          if ((yield* stored(members.count(tenantId))) >= maxMembers)
            return yield* tooMany("members", maxMembers)
          const { token, ...invitation } = yield* newInvitation
          const now = yield* Clock.currentTimeMillis
          const member = {
            ...newMember(yield* newId("mem"), tenantId, request, now),
            ...invitation
          }
          yield* change(
            Effect.flatMap(members.insert(member), (isNew) =>
              isNew ? Effect.void : memberExists()
            ),
            member.id
          )
          return yield* invited(caller, member, token)
        }),

      reinvite: (caller, idOrAddress) =>
        Effect.gen(function* () {
          const { token, ...invitation } = yield* newInvitation
          const unknown = { issuer: null, subject: null, from_groups: false }
          const member = yield* orNotFound(
            changing(
              caller,
              idOrAddress,
              ({ role }) => ({ role, state: "invited" }),
              ({ id }) =>
                Effect.andThen(
                  signedOut(id),
                  members.update(id, { ...invitation, ...unknown, state: "invited" })
                )
            )
          )
          return yield* invited(caller, member, token)
        }),

      get: (caller, idOrAddress) =>
        Effect.gen(function* () {
          const member = yield* found(caller, idOrAddress)
          const now = yield* Clock.currentTimeMillis
          const rows = yield* stored(sessions.list({ kind: "member", id: member.id }, now))
          return {
            ...viewOfMember(member),
            sessions: rows.map((row) => viewOfSession(row, caller.session))
          }
        }),

      update: (caller, idOrAddress, input) =>
        Effect.gen(function* () {
          const { disabled, name, role } = yield* Effect.fromResult(decodeUpdate(input))
          const stateAfter = ({ issuer, invited_until, state }: MemberRecord) =>
            disabled === undefined || disabled === (state === "disabled")
              ? state
              : disabled
                ? "disabled"
                : issuer === null && invited_until !== null
                  ? "invited"
                  : "active"
          const before = yield* found(caller, idOrAddress)
          if (before.from_groups && role !== undefined && role !== before.role)
            return yield* roleFromGroups()
          const member = yield* orNotFound(
            changing(
              caller,
              idOrAddress,
              (one) => ({ role: role ?? one.role, state: stateAfter(one) }),
              (one) => {
                const changed = members.update(one.id, {
                  role: role ?? one.role,
                  state: stateAfter(one),
                  ...(name === undefined ? {} : { name })
                })
                return disabled === true
                  ? Effect.andThen(sessions.removeOfMember(one.id), changed)
                  : changed
              }
            )
          )
          return viewOfMember(member)
        }),

      remove: (caller, idOrAddress) =>
        Effect.as(
          changing(
            caller,
            idOrAddress,
            ({ role }) => ({ role, state: "disabled" }),
            ({ id }) => Effect.andThen(signedOut(id), members.remove(id))
          ),
          success
        ),

      endSession: (caller, idOrAddress, session) =>
        Effect.flatMap(found(caller, idOrAddress), ({ id }) =>
          change(doneOrNotFound(sessions.endOne({ kind: "member", id }, session)))
        )
    }
    return service
  })

/** Those who sign in to the dashboard by name. */
export class Members extends Context.Service<Members, MembersService>()("@telemark/core/Members") {
  static readonly layer = (options: MembersOptions = {}) => Layer.effect(this, make(options))
}
