import type { Identity, NotAdmitted } from "@telemark/core"
import { Data, type Effect } from "effect"
import { type Answer, jsonAnswer } from "../Answer.js"
import type { PasskeyVerifier } from "./passkeyAnswers.js"
import type { RequestParts } from "../requests/IncomingRequest.js"

type Reason =
  /** It doesn't answer, or not as an identity provider does. */
  | "provider_unavailable"
  /** The browser comes back without what it left with, or the provider says no. */
  | "sign_in_failed"
  | "email_not_verified"

/** The identity provider didn't say who somebody is. */
export class SignInFailed extends Data.TaggedError("SignInFailed")<{
  readonly because: Reason
  readonly cause?: unknown
}> {}

/** Where people sign in instead of here. */
export interface SignInProvider {
  /** Its address, as it was given here: the sign-in page shows the host. */
  readonly issuer: string
  /** Where the browser goes, and what it has to bring back beside the answer. */
  readonly begin: Effect.Effect<{ readonly url: string; readonly secret: string }, SignInFailed>
  /** Who comes back, with the query of the address that the provider sent the browser to. */
  readonly finish: (query: string, secret: string) => Effect.Effect<Identity, SignInFailed>
  /**
   * Where the browser of somebody whom this issuer names signs out there as well; undefined if it
   * can't.
   */
  readonly signOutUrl: (issuer: string) => Effect.Effect<string | undefined>
}

/** Who the proxy in front says that a request is from; undefined if it isn't from the proxy. */
export type ProxyIdentity = (request: RequestParts) => Identity | undefined

/** How people sign in beside keys and printed links. */
export interface SignInOptions {
  readonly provider?: SignInProvider | undefined
  readonly proxy?: ProxyIdentity | undefined
  /** For members whom neither of these knows. */
  readonly passkeys?: PasskeyVerifier | undefined
  /** The tenant of members whom their groups let in; `*` for the whole server. */
  readonly home?: string | undefined
}

const refusals: Readonly<
  Record<Reason | NotAdmitted["because"], readonly [status: number, message: string]>
> = {
  provider_unavailable: [
    503,
    "The identity provider doesn't answer. Try again later, or sign in with an API key or a printed link."
  ],
  sign_in_failed: [401, "The identity provider didn't sign you in. Try again."],
  email_not_verified: [
    401,
    "The identity provider hasn't verified your address, so nobody can be sure that it is yours."
  ],
  not_invited: [
    403,
    "You have no access here yet. Ask an admin to invite your address, or to add you to a group that has access."
  ],
  invitation_expired: [403, "Your invitation has expired. Ask an admin to invite you again."],
  disabled: [403, "Your access is disabled. Ask an admin."],
  other_sign_in: [
    403,
    "Your address belongs to a member who signs in by another way. Ask an admin to invite you again."
  ]
}

export const refusalAnswer = ({ because }: SignInFailed | NotAdmitted): Answer => {
  const [status, message] = refusals[because]
  return jsonAnswer(status, { error: because, message })
}
