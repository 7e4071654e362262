import {
  type CreatedFeedbackSource,
  CreateFeedbackSource,
  decode,
  type FeedbackProviderName,
  type StorageError,
  timestamp,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Effect, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import { fingerprintOf } from "../../accounts/apiKeys/keyFormat.js"
import type { SecretsService } from "../../accounts/secrets/Secrets.js"
import { Entropy } from "../../kernel/ids/Entropy.js"
import { newId } from "../../kernel/ids/newId.js"
import type { FeedbackReader } from "./FeedbackReader.js"
import { type FeedbackSourceRecord, feedbackSourceReference } from "./FeedbackSource.js"
import type { FeedbackSourceStore, SourceOwner } from "./FeedbackSourceStore.js"

const maxSources = 20

const warning = "Store this address now. Its last part is a secret, which is not shown again."

const decodeCreate = decode(CreateFeedbackSource)

/** What the sources are made of. */
export interface SourceParts {
  readonly store: typeof FeedbackSourceStore.Service
  readonly reader: typeof FeedbackReader.Service
  readonly secrets: SecretsService
  /** The address of this service on the internet, without a slash at its end. */
  readonly publicUrl: string | undefined
  readonly trailingSlash: boolean | undefined
}

/** Fails if the provider takes no credential, or not this one. */
export const checkCredential = (
  reader: typeof FeedbackReader.Service,
  provider: FeedbackProviderName,
  credential: string
): Effect.Effect<void, ValidationFailed> => {
  if (!reader.takesCredential(provider)) {
    return ValidationFailed.at(
      "credential",
      `isn't needed: ${reader.instructions(provider).title} doesn't sign its calls. Leave it out.`
    )
  }
  const problem = reader.problemOf(provider, credential)
  return problem === undefined
    ? Effect.void
    : ValidationFailed.at("credential", `isn't usable. ${problem}`)
}

export const makeCreateSource =
  ({ publicUrl = "", reader, secrets, store, trailingSlash }: SourceParts) =>
  (
    tenant_id: SourceOwner,
    input: CreateFeedbackSource
  ): Effect.Effect<CreatedFeedbackSource, ValidationFailed | StorageError> =>
    Effect.gen(function* () {
      const { credential, provider } = yield* Effect.fromResult(decodeCreate(input))
      if (credential !== undefined) yield* checkCredential(reader, provider, credential)
      const id = yield* newId("fsrc")
      const secret = Base64Url.encode((yield* Entropy).bytes(32))
      const now = yield* Clock.currentTimeMillis
      const record: FeedbackSourceRecord = {
        id,
        tenant_id,
        provider,
        secret_digest: fingerprintOf(secret),
        credential:
          credential === undefined
            ? null
            : yield* secrets.seal(
                Redacted.make(credential),
                feedbackSourceReference({ id, tenant_id })
              ),
        created_at: now,
        called_at: null,
        refused_at: null,
        refused_reason: null
      }
      if (!(yield* store.insert(record, maxSources))) {
        return yield* ValidationFailed.at(
          "body",
          `can't be added: there are ${String(maxSources)} sources of feedback already. Remove one first.`
        )
      }
      return {
        id,
        provider,
        has_credential: record.credential !== null,
        needs_credential: record.credential === null && reader.takesCredential(provider),
        url: `${publicUrl}/hooks/${provider}/${secret}${trailingSlash === true ? "/" : ""}`,
        secret,
        warning,
        instructions: reader.instructions(provider),
        created_at: timestamp(now)
      }
    })
