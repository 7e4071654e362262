import { Context, type Effect } from "effect"
import type { ClaimedMessage, MessageLinks } from "./Message.js"

export type LinkSubject = Pick<
  ClaimedMessage,
  "id" | "tenant_id" | "sender" | "body" | "topic" | "tracking_verified"
>

/** Port: writes the addresses that mail carries to this service. */
interface LinksService {
  /**
   * Makes the links of messages; undefined for one that carries none. It waits for nothing while
   * the keys are known.
   */
  readonly linksOf: Effect.Effect<(message: LinkSubject) => MessageLinks | undefined>
  /**
   * Whether they can be followed from outside. If not, mail through tenants' own servers carries
   * none.
   */
  readonly leadOutside: boolean
}

/** Undefined by default: mail carries no address of this service. */
export const Links = Context.Reference("@telemark/core/Links", {
  defaultValue: (): LinksService | undefined => undefined
})

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

const encoder = new TextEncoder()

/**
 * Text as xtext (RFC 3461 4): printable ASCII without `+` and `=`, and every other octet of its
 * UTF-8 as `+` and two hexadecimal digits.
 */
export const toXtext = (text: string): string =>
  text.replace(/[^!-*,-<>-~]/gu, (character) =>
    [...encoder.encode(character)]
      .map((octet) => `+${octet.toString(16).toUpperCase().padStart(2, "0")}`)
      .join("")
  )
