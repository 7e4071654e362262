import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { IncomingRequest, RequestParts } from "../requests/IncomingRequest.js"

/**
 * Addresses outside the versioned interface that readers of mail follow: they need no key, since
 * each carries a token.
 */
export interface MailPages {
  /**
   * Answers what needs nothing but the request's head, such as a click, without a fiber and without
   * a line in the log; undefined for anything else.
   */
  readonly atOnce: (request: Pick<RequestParts, "method" | "url" | "header">) => Answer | undefined
  /** Answers a request for a page; undefined if its path is none. */
  readonly answer: (request: IncomingRequest) => Effect.Effect<Answer, unknown> | undefined
}

/** The pages of a service, at whatever names it has. */
export interface PublicPagesService extends MailPages {
  /**
   * Whether a host is a name for pages alone, at which nothing else is answered but health checks;
   * undefined if it isn't, without a look.
   */
  readonly onlyPagesAt: (
    host: string | undefined
  ) => Effect.Effect<boolean, StorageError> | undefined
}

/** Without pages by default. */
export const PublicPages = Context.Reference("@telemark/http/PublicPages", {
  defaultValue: (): PublicPagesService => ({
    atOnce: () => undefined,
    answer: () => undefined,
    onlyPagesAt: () => undefined
  })
})
