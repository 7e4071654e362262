import type {
  ApiKeysBusy,
  InvalidApiKey,
  NotFound,
  RateLimited,
  StorageError
} from "@telemark/contract"
import type { Effect } from "effect"
import type { ChangedBy } from "../auditLog/AuditEntry.js"
import type { NotAdmitted } from "../members/admitMember.js"
import type { Identity } from "../members/decideAdmission.js"
import type {
  InvalidSignInToken,
  NewSession,
  SessionOwner,
  SessionPlace,
  SessionRecord,
  SignedIn
} from "./Session.js"

export interface SessionsService {
  /** It counts as a write of that key. */
  readonly beginByKey: (
    key: string,
    place?: SessionPlace
  ) => Effect.Effect<NewSession, InvalidApiKey | ApiKeysBusy | RateLimited | StorageError>
  /** Of the operator. Uses the token up. */
  readonly beginByToken: (
    token: string,
    place?: SessionPlace
  ) => Effect.Effect<NewSession, InvalidSignInToken | StorageError>
  /** Of the member whom the invitation was for. Uses it up. */
  readonly beginByInvitation: (
    token: string,
    place?: SessionPlace
  ) => Effect.Effect<NewSession, InvalidSignInToken | StorageError>
  /**
   * Of the member that an identity is. Those whom their groups let in belong to the tenant of this
   * name, or to the whole server for `*`.
   */
  readonly beginByIdentity: (
    identity: Identity,
    home: string,
    place?: SessionPlace
  ) => Effect.Effect<NewSession, NotAdmitted | StorageError>
  /** Who an identity is, without a session: a proxy names it with each request. */
  readonly identify: (
    identity: Identity,
    home: string,
    tenantName?: string
  ) => Effect.Effect<SignedIn, InvalidApiKey | NotAdmitted | NotFound | StorageError>
  /**
   * Who the session belongs to, read anew each time: a session ends with its key or member at once
   * in every process. Operators act for the tenant `tenantName`; without it for `default`, or for
   * the oldest if there is none of that name. `NotFound` if there is no such tenant.
   */
  readonly find: (
    secret: string,
    tenantName?: string
  ) => Effect.Effect<SignedIn, InvalidApiKey | NotFound | StorageError>
  /** Those that haven't ended, newest first. */
  readonly list: (owner: SessionOwner) => Effect.Effect<ReadonlyArray<SessionRecord>, StorageError>
  /** Whose it was; undefined if it had ended already. */
  readonly end: (secret: string) => Effect.Effect<SignedIn | undefined, StorageError>
  /** False if the owner has none of this id. `change` says who ends it. */
  readonly endOne: (
    owner: SessionOwner,
    id: string,
    change: ChangedBy
  ) => Effect.Effect<boolean, StorageError>
  /** Of somebody who would have been a member: within the bounds of refused sign-ins. */
  readonly noteRefused: Effect.Effect<void>
  /** Of everybody, in every process. Tokens that sign in become void. */
  readonly endAll: Effect.Effect<void, StorageError>
  /** It signs the operator in once within ten minutes. */
  readonly createToken: Effect.Effect<NewSession, StorageError>
}
