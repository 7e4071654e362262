import {
  type FeedbackCall,
  type FeedbackCallReading,
  type FeedbackProviderName,
  FeedbackReader
} from "@telemark/core"
import { getThroughGuard, NetworkGuard, type Trust } from "@telemark/network"
import { Clock, Effect, Layer, Redacted } from "effect"
import {
  type FeedbackProvider,
  feedbackProviders,
  type FeedbackReading,
  type FeedbackRequest
} from "../Providers/index.js"
import { makeCertificates, maxOctets, timeoutMillis } from "./certificates.js"
import { instructions } from "./instructions.js"
import { makeRememberedTokens } from "./rememberedTokens.js"

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

const make = ({ ca }: FeedbackReaderOptions) =>
  Effect.gen(function* () {
    const guard = yield* NetworkGuard
    const trust: Trust = ca === undefined ? {} : { ca: [ca].flat() }
    const certificateAt = makeCertificates(guard, trust)
    const tokens = makeRememberedTokens()

    /** Of SNS: it takes the subscription as confirmed once it has answered. */
    const confirm = (url: string): Effect.Effect<FeedbackCallReading> =>
      Effect.match(getThroughGuard(guard, url, { ...trust, timeoutMillis, maxOctets }), {
        onSuccess: ({ status }) =>
          status === 200
            ? ({ _tag: "Nothing", skipped: 0 } as const)
            : ({ _tag: "Unavailable", reason: "confirmation" } as const),
        onFailure: () => ({ _tag: "Unavailable", reason: "confirmation" }) as const
      })

    const readWith = (
      sourceId: string,
      provider: FeedbackProvider,
      request: FeedbackRequest,
      credential: string,
      certificate?: string
    ) => {
      const isReplayed = (token: string): boolean =>
        !tokens.take(sourceId, token, request.body, request.now)
      return Effect.promise(() => provider.read(request, credential, { certificate, isReplayed }))
    }

    const meant = (reading: FeedbackReading): Effect.Effect<FeedbackCallReading> =>
      reading._tag === "Confirm" ? confirm(reading.url) : Effect.succeed(reading)

    return FeedbackReader.of({
      instructions: (name) => instructions[name],
      takesCredential: (name) => feedbackProviders[name].takes.kind !== "none",
      problemOf: (name, credential) => feedbackProviders[name].takes.problemOf(credential),
      read: ({ id, provider: name }, call, credential) =>
        Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<FeedbackCallReading> => {
          const provider: FeedbackProvider = feedbackProviders[name satisfies FeedbackProviderName]
          const request = requestOf(provider, call, now)
          const opened = credential === undefined ? "" : Redacted.value(credential)
          const signed = provider.certificateUrl?.(call.body)
          // Without a usable credential nothing is fetched: any call would be refused.
          if (signed === undefined || provider.takes.problemOf(opened) !== undefined)
            return Effect.flatMap(readWith(id, provider, request, opened), meant)
          if (signed._tag === "Refused") return Effect.succeed(signed)
          return Effect.matchEffect(certificateAt(signed.url), {
            onSuccess: (certificate) =>
              Effect.flatMap(readWith(id, provider, request, opened, certificate), meant),
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
 * Checks and reads providers' calls. What it connects to passes the network guard: Amazon SNS
 * alone, for the certificate of a signature and to confirm a subscription.
 */
export const layerFeedbackReader: Layer.Layer<FeedbackReader, never, NetworkGuard> =
  layerFeedbackReaderWith({})
