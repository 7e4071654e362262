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
import { KeyHasher } from "../ApiKeys/index.js"
import { Feedback } from "../Feedback/index.js"
import { makeLimiter } from "../Limiter/index.js"
import { makeOpened, Secrets } from "../Secrets/index.js"
import { type FeedbackCall, type FeedbackCallReading, FeedbackReader } from "./FeedbackReader.js"
import { type FeedbackSourceRecord, feedbackSourceReference } from "./FeedbackSource.js"
import { FeedbackSourceStore } from "./FeedbackSourceStore.js"

/** Why a call wasn't recorded. */
export type FeedbackCallError =
  | FeedbackCallRefused
  | FeedbackCallsBusy
  | PayloadTooLarge
  | ValidationFailed
  | StorageError

export interface FeedbackCallsService {
  /**
   * The source whose address has this provider and secret. It is looked up for each call: a removed
   * source takes no more of them.
   */
  readonly find: (
    provider: string,
    secret: string
  ) => Effect.Effect<FeedbackSourceRecord, NotFound | StorageError>
  /**
   * Checks and reads a call of the source, and records what it reports. It succeeds once everything
   * is stored.
   */
  readonly receive: (
    source: FeedbackSourceRecord,
    call: FeedbackCall
  ) => Effect.Effect<void, FeedbackCallError>
  /** Notes that a call was refused before it could be read. */
  readonly refused: (source: FeedbackSourceRecord, reason: FeedbackRefusal) => Effect.Effect<void>
}

/**
 * Calls that a process deals with at once, in total and for each tenant or source of the operator,
 * so that a flood leaves room for sends; and those that wait. Tenants take turns. Calls that are
 * dealt with at the same time share a transaction: two at a time made a tenant's calls of one event
 * each three times as slow.
 */
const bounds = {
  running: 32,
  runningPerOwner: 16,
  waiting: 200,
  waitingPerOwner: 50,
  wait: "10 seconds"
} as const

/** How often a source's last call and refusal are written at most, in milliseconds. */
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
  const store = yield* FeedbackSourceStore
  const reader = yield* FeedbackReader
  const secrets = yield* Secrets
  const hasher = yield* KeyHasher
  const feedback = yield* Feedback
  const opened = makeOpened<Redacted.Redacted>()
  const limiter = makeLimiter({
    permits: bounds.running,
    permitsPerKey: bounds.runningPerOwner,
    refuse: {
      maxWaiting: bounds.waiting,
      maxWaitingPerKey: bounds.waitingPerOwner,
      maxWait: bounds.wait,
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
        Effect.zipRight(
          Effect.logError(
            "the credential of a source of feedback can't be decrypted; its calls aren't recorded",
            { source: id, reason: message }
          ),
          new FeedbackCallsBusy({ reason: "credential" })
        )
    )
  }

  /** What is only noted must not fail a call that was dealt with. */
  const noted = (written: Effect.Effect<void, StorageError>): Effect.Effect<void> =>
    Effect.catchAll(written, ({ message }) =>
      Effect.logWarning("a call of a source of feedback could not be noted", { reason: message })
    )

  const called = ({ called_at, id }: FeedbackSourceRecord): Effect.Effect<void> =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      (called_at ?? 0) > now - calledEvery
        ? Effect.void
        : noted(store.noteCall(id, now, now - calledEvery))
    )

  const refused: FeedbackCallsService["refused"] = ({ id, refused_at }, reason) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) =>
      (refused_at ?? 0) > now - refusedEvery
        ? Effect.void
        : noted(store.noteRefusal(id, reason, now, now - refusedEvery))
    )

  const record = (
    source: FeedbackSourceRecord,
    reading: FeedbackCallReading
  ): Effect.Effect<void, FeedbackCallError> => {
    const { id, provider, tenant_id } = source
    switch (reading._tag) {
      case "Refused":
        return Effect.zipRight(
          refused(source, reading.reason),
          Effect.fail(errorOf(reading.reason))
        )
      case "Unavailable":
        return new FeedbackCallsBusy({ reason: reading.reason })
      case "Events":
        return Effect.asVoid(
          feedback.receive({ tenant_id, source: provider }, reading.events)
        ).pipe(
          Effect.zipRight(
            reading.skipped === 0
              ? Effect.void
              : Effect.logWarning("a call of a source of feedback had malformed events", {
                  source: id,
                  skipped: reading.skipped
                })
          ),
          Effect.zipRight(called(source))
        )
      case "Nothing":
        return called(source)
    }
  }

  return FeedbackCalls.of({
    find: (provider, secret) =>
      // An unknown provider takes as long as an unknown secret.
      Effect.flatMap(
        Effect.suspend(() => store.findByDigest(hasher.fingerprint(secret))),
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

/** Calls of mail providers, which report what became of mail. */
export class FeedbackCalls extends Context.Tag("@telemark/core/FeedbackCalls")<
  FeedbackCalls,
  FeedbackCallsService
>() {
  static readonly layer: Layer.Layer<
    FeedbackCalls,
    never,
    FeedbackSourceStore | FeedbackReader | Feedback | KeyHasher | Secrets
  > = Layer.effect(this, make)
}
