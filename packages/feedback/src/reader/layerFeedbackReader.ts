import type { FeedbackProviderName } from "@telemark/contract"
import { type FeedbackCall, type FeedbackCallReading, FeedbackReader } from "@telemark/core"
import { getThroughGuard, NetworkGuard, type Trust } from "@telemark/network"
import { Clock, Effect, Layer, Redacted } from "effect"
import { createHash } from "node:crypto"
import type {
  FeedbackProvider,
  FeedbackReading,
  FeedbackRequest
} from "../providers/FeedbackProvider.js"
import { brevo } from "../providers/brevo.js"
import { mailgun } from "../providers/mailgun.js"
import { mailjet } from "../providers/mailjet.js"
import { postmark } from "../providers/postmark.js"
import { resend } from "../providers/resend.js"
import { sendgrid } from "../providers/sendgrid.js"
import { ses } from "../providers/ses.js"
import { sparkpost } from "../providers/sparkpost.js"
import { makeCertificates, maxOctets, timeoutMillis } from "./certificates.js"
import { instructions } from "./instructions.js"

/** The providers whose webhooks can be read, by name. */
export const feedbackProviders = {
  ses,
  sendgrid,
  mailgun,
  postmark,
  resend,
  brevo,
  mailjet,
  sparkpost
} as const satisfies Readonly<Record<FeedbackProviderName, FeedbackProvider>>

/** Options of `layerFeedbackReaderWith`. */
export interface FeedbackReaderOptions {
  /** Certificates (PEM) of trusted authorities for https, instead of the well-known ones. */
  readonly ca?: string | ReadonlyArray<string> | undefined
}

const requestOf = (
  { headers = [] }: FeedbackProvider,
  { body, header }: FeedbackCall,
  now: number
): FeedbackRequest => ({
  headers: Object.fromEntries(headers.map((name) => [name, header(name)])),
  body,
  now
})

/** 128 bits: nobody finds another token, or another body, with the same ones. */
const digestOf = (value: string | Uint8Array): string =>
  createHash("sha256").update(value).digest().toString("base64url", 0, 16)

const make = ({ ca }: FeedbackReaderOptions) =>
  Effect.gen(function* () {
    const guard = yield* NetworkGuard
    const trust: Trust = ca === undefined ? {} : { ca: [ca].flat() }
    const certificateAt = makeCertificates(guard, trust, yield* Effect.scope)

    /** SNS takes the subscription as confirmed once it has answered. */
    const confirm = (url: string): Effect.Effect<FeedbackCallReading> =>
      Effect.match(getThroughGuard(guard, url, { ...trust, timeoutMillis, maxOctets }), {
        onSuccess: ({ status }) =>
          status === 200
            ? ({ _tag: "Nothing", skipped: 0 } as const)
            : ({ _tag: "Unavailable", reason: "confirmation" } as const),
        onFailure: () => ({ _tag: "Unavailable", reason: "confirmation" }) as const
      })

    const meant = (
      reading: FeedbackReading,
      body: Uint8Array
    ): Effect.Effect<FeedbackCallReading> => {
      if (reading._tag === "Confirm") return confirm(reading.url)
      if (reading._tag === "Refused" || reading.signed === undefined) return Effect.succeed(reading)
      const { signed, ...said } = reading
      return Effect.succeed({
        ...said,
        call: {
          token_digest: digestOf(signed.token),
          body_digest: digestOf(body),
          expires_at: signed.until
        }
      })
    }

    return FeedbackReader.of({
      instructions: (name) => instructions[name],
      takesCredential: (name) => feedbackProviders[name].takes.kind !== "none",
      problemOf: (name, credential) => feedbackProviders[name].takes.problemOf(credential),
      read: ({ id, provider: name, tenant_id }, call, credential) =>
        Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<FeedbackCallReading> => {
          const provider: FeedbackProvider = feedbackProviders[name satisfies FeedbackProviderName]
          const request = requestOf(provider, call, now)
          const opened = credential === undefined ? "" : Redacted.value(credential)
          const readWith = (certificate?: string) =>
            Effect.flatMap(
              Effect.promise(() => provider.read(request, opened, { certificate })),
              (reading) => meant(reading, call.body)
            )
          const signed = provider.certificateUrl?.(call.body, opened)
          if (signed === undefined) return readWith()
          if (signed._tag === "Refused") return Effect.succeed(signed)
          return Effect.matchEffect(certificateAt(tenant_id ?? id, signed.url), {
            onSuccess: readWith,
            onFailure: () => Effect.succeed({ _tag: "Unavailable", reason: "certificate" } as const)
          })
        })
    })
  })

/** `layerFeedbackReader` with options. */
export const layerFeedbackReaderWith = (
  options: FeedbackReaderOptions
): Layer.Layer<FeedbackReader, never, NetworkGuard> => Layer.effect(FeedbackReader, make(options))

/**
 * Checks and reads providers' calls. It connects to Amazon SNS alone, through the network guard:
 * for the certificate of a signature and to confirm a subscription.
 */
export const layerFeedbackReader: Layer.Layer<FeedbackReader, never, NetworkGuard> =
  layerFeedbackReaderWith({})
