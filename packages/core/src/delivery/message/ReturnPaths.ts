import { Context, Effect } from "effect"
import { senderOf } from "../../sending/domains/Domain.js"
import { aliasName } from "../../sending/domains/dnsRecords.js"
import { returnPathPrefix } from "../replies/returnPath.js"
import type { ClaimedMessage, ReturnPath } from "./Message.js"

/**
 * Port: return paths of their own for messages on the platform's route, so that a bounce names its
 * message.
 */
export interface ReturnPathsService {
  /** The host whose MX or address leads to the listener for bounces. In A-labels. */
  readonly host: string
  /** Whether servers are asked to report successful deliveries too. */
  readonly reportsSuccess: boolean
  /**
   * Makes the token that names a message: at most 62 characters of a local part. It never fails and
   * waits for nothing while the keys are known.
   */
  readonly token: Effect.Effect<(emailId: string) => string>
}

/** Undefined by default: messages have the sender's address as their return path. */
export const ReturnPaths = Context.Reference("@telemark/core/ReturnPaths", {
  defaultValue: (): ReturnPathsService | undefined => undefined
})

/** What a message's return path depends on. */
export type ReturnPathSubject = Pick<
  ClaimedMessage,
  "id" | "tenant_id" | "sender" | "return_path_verified"
>

/**
 * The return path of a message: in the sender's own domain if that leads to the host, so that SPF
 * aligns for DMARC (RFC 9989), otherwise at the host.
 */
export const returnPathOf = (
  { host, reportsSuccess, token }: ReturnPathsService,
  message: ReturnPathSubject
): Effect.Effect<ReturnPath> =>
  Effect.map(token, (tokenOf) => ({
    address: `${returnPathPrefix}${tokenOf(message.id)}@${message.return_path_verified ? aliasName("return_path", senderOf(message).domain) : host}`,
    reports_success: reportsSuccess
  }))
