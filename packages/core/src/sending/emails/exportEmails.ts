import {
  emailHead,
  emailLine,
  type ExportEmails,
  type StorageError,
  type ValidationFailed
} from "@telemark/contract"
import { Effect } from "effect"
import { type PageOf, pagesOf } from "../../kernel/csv/pagesOf.js"
import type { EmailStore } from "./EmailStore.js"
import { whichOf } from "./list.js"
import { summary } from "./views.js"

/** Rows of a page: a synchronous storage reads them in a few milliseconds. */
const pageSize = 250

/**
 * The table of all emails that match, page by page. A page begins after the last message of the one
 * before, so mail that is accepted meanwhile neither shifts it nor shows. If retention removes that
 * message, all older ones are removed with it: the table ends there.
 */
export const makeExportEmails =
  (store: typeof EmailStore.Service) =>
  (
    tenantId: string,
    input: ExportEmails = {}
  ): Effect.Effect<AsyncIterable<string>, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const { filter } = yield* Effect.fromResult(whichOf(input))
      const read = (after: string | null): Effect.Effect<PageOf<string, string>, StorageError> =>
        Effect.map(
          store.list(tenantId, { limit: pageSize, offset: 0, after: after ?? undefined }, filter),
          (found) => {
            const { emails, next } = found ?? { emails: [], next: null }
            const text =
              (after === null ? emailHead : "") +
              emails.map((email) => emailLine(summary(email))).join("")
            return [text, next ?? undefined]
          }
        )
      return yield* pagesOf<string, string | null, StorageError, never>(null, read)
    })
