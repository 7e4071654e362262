import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { Answer } from "../Answer.js"
import type { IncomingRequest, RequestParts } from "../requests/IncomingRequest.js"

/** Addresses that readers of mail follow. Each carries a token instead of a key. */
export interface MailPages {
  /** What needs nothing but the request's head, such as a click; undefined for anything else. */
  readonly atOnce: (request: Pick<RequestParts, "method" | "url" | "header">) => Answer | undefined
  /** Undefined if the path is none of a page. */
  readonly answer: (request: IncomingRequest) => Effect.Effect<Answer, unknown> | undefined
}

export interface PublicPagesService extends MailPages {
  /**
   * Whether only pages and health checks are answered at a host; undefined if that needs no
   * look-up.
   */
  readonly onlyPagesAt: (
    host: string | undefined
  ) => Effect.Effect<boolean, StorageError> | undefined
}

export const PublicPages = Context.Reference("@telemark/http/PublicPages", {
  defaultValue: (): PublicPagesService => ({
    atOnce: () => undefined,
    answer: () => undefined,
    onlyPagesAt: () => undefined
  })
})
