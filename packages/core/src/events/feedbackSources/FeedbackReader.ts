import type {
  FeedbackInstructions,
  FeedbackProviderName,
  FeedbackRefusal
} from "@telemark/contract"
import { Context, type Effect, type Redacted } from "effect"
import type { FoundReport } from "../feedback/FoundReport.js"
import type { FeedbackSourceRecord, SourceCall } from "./FeedbackSource.js"

/** As it came in. */
export interface FeedbackCall {
  /** By lower-case name. */
  readonly header: (name: string) => string | undefined
  /** Signatures cover its octets. */
  readonly body: Uint8Array
}

/** `skipped`: malformed events. `call`: only if its signature would fit other events as well. */
export type FeedbackCallReading =
  | {
      readonly _tag: "Events"
      readonly events: ReadonlyArray<FoundReport>
      readonly skipped: number
      readonly call?: SourceCall
    }
  /** Nothing matters; or a subscription was confirmed. */
  | { readonly _tag: "Nothing"; readonly skipped: number; readonly call?: SourceCall }
  | { readonly _tag: "Refused"; readonly reason: FeedbackRefusal }
  /** At this moment. */
  | { readonly _tag: "Unavailable"; readonly reason: "certificate" | "confirmation" }

export class FeedbackReader extends Context.Service<
  FeedbackReader,
  {
    readonly instructions: (provider: FeedbackProviderName) => FeedbackInstructions
    /** Whether calls are checked with a credential. */
    readonly takesCredential: (provider: FeedbackProviderName) => boolean
    /** What is wrong with a credential, in one sentence that doesn't repeat it. */
    readonly problemOf: (provider: FeedbackProviderName, credential: string) => string | undefined
    /**
     * Only call it once the secret of the source's address was seen: it may confirm a subscription.
     */
    readonly read: (
      source: Pick<FeedbackSourceRecord, "id" | "provider" | "tenant_id">,
      call: FeedbackCall,
      credential: Redacted.Redacted | undefined
    ) => Effect.Effect<FeedbackCallReading>
  }
>()("@telemark/core/FeedbackReader") {}
