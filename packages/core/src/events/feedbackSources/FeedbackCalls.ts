import {
  FeedbackCallRefused,
  FeedbackCallsBusy,
  type FeedbackRefusal,
  feedbackRefusals,
  NotFound,
  PayloadTooLarge,
  type StorageError,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, type Redacted } from "effect"
import { fingerprintOf } from "../../accounts/apiKeys/keyFormat.js"
import { makeOpened, Secrets } from "../../accounts/secrets/Secrets.js"
import type { Database } from "../../database/Database.js"
import { makeLimiter } from "../../kernel/Limiter.js"
import { Feedback } from "../feedback/Feedback.js"
import { type FeedbackCall, type FeedbackCallReading, FeedbackReader } from "./FeedbackReader.js"
import {
  type FeedbackSourceRecord,
  feedbackSourceReference,
  type SourceCall
} from "./FeedbackSource.js"
import { feedbackSourceQueries } from "./feedbackSourceTable.js"

type FeedbackCallError =
  | FeedbackCallRefused
  | FeedbackCallsBusy
  | PayloadTooLarge
  | ValidationFailed
  | StorageError

interface FeedbackCallsService {
  /** Looked up for each call: a removed source takes no more of them. */
  readonly find: (
    provider: string,
    secret: string
  ) => Effect.Effect<FeedbackSourceRecord, NotFound | StorageError>
  /** Succeeds once everything that the call reports is stored. */
  readonly receive: (
    source: FeedbackSourceRecord,
    call: FeedbackCall
  ) => Effect.Effect<void, FeedbackCallError>
  /** Before the call could be read. */
  readonly refused: (source: FeedbackSourceRecord, reason: FeedbackRefusal) => Effect.Effect<void>
}

/** At most, in milliseconds. */
const calledEvery = 60_000
const refusedEvery = 10_000

const errorOf = (
  reason: FeedbackRefusal
): FeedbackCallRefused | PayloadTooLarge | ValidationFailed => {
  switch (reason) {
    case "too_large":
    case "too_many_events":
      return new PayloadTooLarge()
    case "malformed":
      return ValidationFailed.at("body", `can't be read. ${feedbackRefusals.malformed}`)
    default:
      return new FeedbackCallRefused({ reason })
  }
}

const make = Effect.gen(function* () {
  const sources = yield* feedbackSourceQueries
  const reader = yield* FeedbackReader
  const secrets = yield* Secrets
  const feedback = yield* Feedback
  const opened = makeOpened<Redacted.Redacted>()
  // A flood leaves room for sends, and tenants take turns. Calls at the same time share a
  // transaction: two at a time made a tenant's calls of one event each three times as slow.
  const limiter = makeLimiter({
    permits: 32,
    permitsPerKey: 16,
    refuse: {
      maxWaiting: 200,
      maxWaitingPerKey: 50,
      maxWait: "10 seconds",
      error: () => new FeedbackCallsBusy({ reason: "busy" })
    }
  })

  const credentialOf = (
    source: FeedbackSourceRecord
  ): Effect.Effect<Redacted.Redacted | undefined, FeedbackCallsBusy | StorageError> => {
    const { credential, id } = source
    if (credential === null) return Effect.succeed(undefined)
    return Effect.catchTag(
      opened(`${id} ${credential}`, secrets.open(credential, feedbackSourceReference(source))),
      "SecretUnreadable",
      ({ message }) =>
        Effect.andThen(
          Effect.logError(
            "the credential of a source of feedback can't be decrypted; its calls aren't recorded",
            { source: id, reason: message }
          ),
          new FeedbackCallsBusy({ reason: "credential" })
        )
    )
  }

  /** What is only noted must not fail a call. */
  const noted = (written: Effect.Effect<unknown, StorageError>): Effect.Effect<void> =>
    Effect.catch(Effect.asVoid(written), ({ message }) =>
      Effect.logWarning("a call of a source of feedback could not be noted", { reason: message })
    )

  const called = ({ called_at, id }: FeedbackSourceRecord): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      (called_at ?? 0) > now - calledEvery
        ? Effect.void
        : noted(sources.noteCall(id, now, now - calledEvery))
    )

  const refused: FeedbackCallsService["refused"] = ({ id, refused_at }, reason) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      (refused_at ?? 0) > now - refusedEvery
        ? Effect.void
        : noted(sources.noteRefusal(id, reason, now, now - refusedEvery))
    )

  const refuse = (
    source: FeedbackSourceRecord,
    reason: FeedbackRefusal
  ): Effect.Effect<never, FeedbackCallError> =>
    Effect.andThen(refused(source, reason), Effect.fail(errorOf(reason)))

  const recordEvents = (
    { id, provider, tenant_id }: FeedbackSourceRecord,
    { events, skipped }: Extract<FeedbackCallReading, { readonly _tag: "Events" }>
  ): Effect.Effect<void, StorageError> =>
    Effect.andThen(
      feedback.receive({ tenant_id, source: provider }, events),
      skipped === 0
        ? Effect.void
        : Effect.logWarning("a call of a source of feedback had malformed events", {
            source: id,
            skipped
          })
    )

  /** Unless the call was dealt with, or another one had its token. */
  const once = (
    source: FeedbackSourceRecord,
    call: SourceCall | undefined,
    recorded: Effect.Effect<void, StorageError>
  ): Effect.Effect<void, FeedbackCallError> =>
    call === undefined
      ? recorded
      : Effect.flatMap(sources.rememberCall(source.id, call), (known) => {
          if (known === "other_body") return refuse(source, "replayed_token")
          return known === "handled"
            ? Effect.void
            : Effect.andThen(recorded, noted(sources.noteHandled(source.id, call)))
        })

  const record = (
    source: FeedbackSourceRecord,
    reading: FeedbackCallReading
  ): Effect.Effect<void, FeedbackCallError> => {
    switch (reading._tag) {
      case "Refused":
        return refuse(source, reading.reason)
      case "Unavailable":
        return new FeedbackCallsBusy({ reason: reading.reason })
      case "Events":
      case "Nothing":
        return Effect.andThen(
          once(
            source,
            reading.call,
            reading._tag === "Events" ? recordEvents(source, reading) : Effect.void
          ),
          called(source)
        )
    }
  }

  return FeedbackCalls.of({
    find: (provider, secret) =>
      // An unknown provider takes as long as an unknown secret.
      Effect.flatMap(
        Effect.suspend(() => sources.findByDigest(fingerprintOf(secret))),
        (found) =>
          found === undefined || found.provider !== provider
            ? new NotFound()
            : Effect.succeed(found)
      ),

    receive: (source, call) =>
      limiter.run({ key: source.tenant_id ?? source.id })(
        Effect.flatMap(credentialOf(source), (credential) =>
          Effect.flatMap(reader.read(source, call, credential), (reading) =>
            record(source, reading)
          )
        )
      ),

    refused
  })
})

export class FeedbackCalls extends Context.Service<FeedbackCalls, FeedbackCallsService>()(
  "@telemark/core/FeedbackCalls"
) {
  static readonly layer: Layer.Layer<
    FeedbackCalls,
    never,
    Database | FeedbackReader | Feedback | Secrets
  > = Layer.effect(this, make)
}
