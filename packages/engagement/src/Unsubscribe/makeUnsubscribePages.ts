import type { DerivedKeys } from "@telemark/core"
import type { PublicPagesService } from "@telemark/http"
import { Effect } from "effect"

/** Answers `/u/…`: the page for unsubscribing, the one-click request (RFC 8058) and the preferences. */
export const makeUnsubscribePages = (_keys: Effect.Effect<DerivedKeys>): Effect.Effect<PublicPagesService> =>
  Effect.succeed({ atOnce: () => undefined, answer: () => undefined })
