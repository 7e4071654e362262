import { type DerivedKeys, Feedback } from "@telemark/core"
import type { PublicPagesService } from "@telemark/http"
import { Effect, type Scope } from "effect"

/** Answers `/t/…`: the image that reports an open, and the redirects of tracked links. */
export const makeTrackingPages = (_keys: Effect.Effect<DerivedKeys>): Effect.Effect<PublicPagesService, never, Feedback | Scope.Scope> =>
  Effect.as(Feedback, { atOnce: () => undefined, answer: () => undefined })
