import type {
  FeedbackInstructions,
  FeedbackProviderName,
  FeedbackRefusal
} from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { FoundReport } from "../feedback/FoundReport.js"
import type { FeedbackSourceRecord, SourceCall } from "./FeedbackSource.js"

/** A provider's call as it came in. */
export interface FeedbackCall {
  /** A header field's value, by lower-case name. */
  readonly header: (name: string) => string | undefined
  /** The raw body: signatures cover its octets. */
  readonly body: Uint8Array
}

/**
 * What a call says. `skipped`: how many events of a batch are malformed. `call`: only if its
 * signature would fit other events as well.
 */
export type FeedbackCallReading =
  | {
      readonly _tag: "Events"
      readonly events: ReadonlyArray<FoundReport>
      readonly skipped: number
      readonly call?: SourceCall
    }
  /** Nothing in it matters; or it asked to confirm a subscription, which was done. */
  | { readonly _tag: "Nothing"; readonly skipped: number; readonly call?: SourceCall }
  | { readonly _tag: "Refused"; readonly reason: FeedbackRefusal }
  /**
   * The signing certificate can't be fetched, or the subscription not be confirmed, at this moment.
   */
  | { readonly _tag: "Unavailable"; readonly reason: "certificate" | "confirmation" }

/** Port: checks and reads providers' calls. */
export class FeedbackReader extends Context.Service<
  FeedbackReader,
  {
    /** What to enter at the provider. */
    readonly instructions: (provider: FeedbackProviderName) => FeedbackInstructions
    /** Whether calls are checked with a credential. */
    readonly takesCredential: (provider: FeedbackProviderName) => boolean
    /**
     * What is wrong with a credential that a person entered, in one sentence that doesn't repeat
     * it; undefined if nothing is.
     */
    readonly problemOf: (provider: FeedbackProviderName, credential: string) => string | undefined
    /**
     * Checks and reads a call of the source. Only call it once the secret of the source's address
     * was seen: it may confirm a subscription.
     */
    readonly read: (
      source: Pick<FeedbackSourceRecord, "id" | "provider" | "tenant_id">,
      call: FeedbackCall,
      credential: Redacted.Redacted | undefined
    ) => Effect.Effect<FeedbackCallReading>
  }
>()("@telemark/core/FeedbackReader") {}
