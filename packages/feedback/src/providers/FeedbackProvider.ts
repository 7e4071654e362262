import type { FeedbackRefusal } from "@telemark/contract"
import type { FoundReport } from "@telemark/core"

/** A webhook call as it came in. */
export interface FeedbackRequest {
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Signatures cover its bytes. */
  readonly body: Uint8Array
  /** In epoch milliseconds. */
  readonly now: number
}

export interface Refused {
  readonly _tag: "Refused"
  readonly reason: FeedbackRefusal
}

/**
 * Of a signature that doesn't cover the body: it must be taken for one body only, and remembered
 * until then (epoch milliseconds), when every process refuses its time.
 */
export interface SignedToken {
  readonly token: string
  readonly until: number
}

/** What a webhook call says. */
export type FeedbackReading =
  /** `skipped`: malformed events of a batch. */
  | {
      readonly _tag: "Events"
      readonly events: ReadonlyArray<FoundReport>
      readonly skipped: number
      readonly signed?: SignedToken
    }
  /** Nothing in it matters. */
  | { readonly _tag: "Nothing"; readonly skipped: number; readonly signed?: SignedToken }
  /** SNS asks to confirm the subscription by a GET of this address. */
  | { readonly _tag: "Confirm"; readonly url: string }
  | Refused

/** What a provider's check needs. */
export interface TakenCredential {
  readonly kind: "none" | "signing_key" | "public_key" | "topic_arn"
  /** What is wrong with an entered credential, in one sentence that doesn't repeat it. */
  readonly problemOf: (credential: string) => string | undefined
}

export interface ReadOptions {
  /** Of `certificateUrl`, as PEM. */
  readonly certificate?: string | undefined
}

/** How to read the webhooks of a mail provider. */
export interface FeedbackProvider {
  readonly title: string
  readonly takes: TakenCredential
  /** That its check reads, in lower case. */
  readonly headers?: ReadonlyArray<string>
  /** Never rejects. `credential` is ignored if it takes none. Long batches are read in slices. */
  readonly read: (
    request: FeedbackRequest,
    credential: string,
    options?: ReadOptions
  ) => Promise<FeedbackReading>
  /**
   * Of the certificate that signed the call. It is safe to fetch. A call that would be refused
   * whatever the certificate is has none.
   */
  readonly certificateUrl?: (
    body: Uint8Array,
    credential: string
  ) => { readonly _tag: "CertificateUrl"; readonly url: string } | Refused
}

export const refused = (reason: FeedbackRefusal): Refused => ({ _tag: "Refused", reason })

/** Calls are authenticated by a secret in the path, or by basic authentication. */
export const noCredential: TakenCredential = { kind: "none", problemOf: () => undefined }

/** How far a signed time may be from now, if a call that comes again is signed anew. */
export const toleranceMillis = 5 * 60 * 1000

/** Of a header field or a member with a signature, a time or an id. */
export const maxSignature = 4096

/** Digits alone, as they are signed. */
export const secondsOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined

/** Refuses a time that is more than `maxAge` ago, or more than five minutes ahead. */
export const checkTime = (
  seconds: number,
  now: number,
  maxAge = toleranceMillis
): Refused | undefined => {
  const age = now - seconds * 1000
  if (age > maxAge) return refused("too_old")
  return age < -toleranceMillis ? refused("too_new") : undefined
}

export const isBase64 = (text: string): boolean =>
  text.length <= maxSignature && text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
