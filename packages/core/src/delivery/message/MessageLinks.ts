import { Context, type Effect } from "effect"
import type { ClaimedMessage } from "./Message.js"

/** Addresses for unsubscribing from the mail that a message belongs to. */
export interface UnsubscribeLinks {
  /** The page with the button; it also takes the one-click request (RFC 8058). */
  readonly page: string
  /** The page that lists the topics. */
  readonly preferences: string
  /** An address to which mail unsubscribes; undefined without a listener. */
  readonly mailto: string | undefined
}

/**
 * The addresses by which a message reports clicks. Each has two parts, so that the longer one is
 * made once for all messages of a send.
 */
export interface ClickLinks {
  /** How all of them begin in this message, and in no other. */
  readonly start: string
  /**
   * How the address goes on that leads to `target`, an absolute http or https URL: the same in all
   * messages of a send. Undefined: the link stays.
   */
  readonly endFor: (target: string) => string | undefined
}

/**
 * Addresses in a message that lead to this service. They depend on the message alone, so that it
 * has the same bytes each time it is composed.
 */
export interface MessageLinks {
  /** The image that reports that the message was opened; undefined: opens aren't tracked. */
  readonly pixel: string | undefined
  /** Where links lead instead of their targets; undefined: clicks aren't tracked. */
  readonly click: ClickLinks | undefined
  /** Undefined if the message doesn't offer unsubscribing. */
  readonly unsubscribe: UnsubscribeLinks | undefined
}

/** What a message's links depend on. */
export type LinkSubject = Pick<
  ClaimedMessage,
  "id" | "tenant_id" | "sender" | "body" | "topic" | "tracking_verified"
>

/** Port: writes the addresses that mail carries to this service. */
export interface LinksService {
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
