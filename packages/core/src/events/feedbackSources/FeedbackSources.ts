import {
  CreateFeedbackSource,
  decode,
  type FeedbackProviderName,
  type FeedbackSource,
  NotFound,
  parseUrl,
  UpdateFeedbackSource,
  ValidationFailed
} from "@telemark/contract"
import { Clock, Context, Effect, Layer, Redacted } from "effect"
import { Base64Url } from "effect/encoding"
import { fingerprintOf } from "../../accounts/apiKeys/keyFormat.js"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { Database } from "../../database/Database.js"
import { Entropy, isId, newId } from "../../kernel/ids.js"
import type { OperationsFor } from "../../operations/OperationsFor.js"
import { doneOrNotFound, orNotFound, tooMany } from "../../operations/found.js"
import { FeedbackReader } from "./FeedbackReader.js"
import {
  type FeedbackSourceRecord,
  feedbackSourceReference,
  type SourceOwner,
  viewOfSource
} from "./FeedbackSource.js"
import { feedbackSourceQueries } from "./feedbackSourceTable.js"

/** Of a tenant or, if the owner is null, of the operator. */
type FeedbackSourcesService = OperationsFor<SourceOwner, "feedbackSources">

export interface FeedbackSourcesOptions {
  /**
   * This service's address on the internet, such as `https://mail.example.com`, below which `/v1`
   * and `/hooks` are.
   */
  readonly publicUrl?: string | undefined
  /**
   * For hosts that redirect addresses without a slash at the end, such as Next.js with its
   * `trailingSlash`: a redirect loses calls and one-click requests.
   */
  readonly trailingSlash?: boolean | undefined
}

const maxSources = 20

const warning = "Store this address now. Its last part is a secret, which is not shown again."

const decodeCreate = decode(CreateFeedbackSource)
const decodeUpdate = decode(UpdateFeedbackSource)

/**
 * Without a slash at its end: http or https, without user, query and fragment. Undefined for other
 * text.
 */
export const readPublicUrl = (text: string): string | undefined => {
  const url =
    /^https?:\/\/[^/?#\s\\]/i.test(text) && text.length <= 1000 && !/[\s?#\\]/.test(text)
      ? parseUrl(text)
      : undefined
  if (url === undefined || url.username !== "" || url.password !== "" || url.hostname === "")
    return undefined
  return url.href.replace(/\/+$/, "")
}

const make = ({ publicUrl, trailingSlash }: FeedbackSourcesOptions) =>
  Effect.gen(function* () {
    const { change } = yield* Database
    const sources = yield* feedbackSourceQueries
    const reader = yield* FeedbackReader
    const secrets = yield* Secrets
    const base = publicUrl === undefined ? undefined : readPublicUrl(publicUrl)
    const ending = trailingSlash === true ? "/" : ""

    const viewOf = (record: FeedbackSourceRecord): FeedbackSource =>
      viewOfSource(record, reader.takesCredential(record.provider))

    const find = (owner: SourceOwner, id: string) =>
      isId("fsrc", id) ? orNotFound(sources.find(owner, id)) : new NotFound()

    /** Or takes no credential at all. */
    const checkCredential = (
      provider: FeedbackProviderName,
      credential: string
    ): Effect.Effect<void, ValidationFailed> => {
      if (!reader.takesCredential(provider))
        return ValidationFailed.at(
          "credential",
          `isn't needed: ${reader.instructions(provider).title} doesn't sign its calls. Leave it out.`
        )
      const problem = reader.problemOf(provider, credential)
      return problem === undefined
        ? Effect.void
        : ValidationFailed.at("credential", `isn't usable. ${problem}`)
    }

    const seal = (source: Pick<FeedbackSourceRecord, "id" | "tenant_id">, credential: string) =>
      secrets.seal(Redacted.make(credential), feedbackSourceReference(source))

    return FeedbackSources.of({
      create: (tenant_id, input) =>
        Effect.gen(function* () {
          const { credential, provider } = yield* Effect.fromResult(decodeCreate(input))
          if (credential !== undefined) yield* checkCredential(provider, credential)
          const id = yield* newId("fsrc")
          const secret = Base64Url.encode((yield* Entropy).bytes(32))
          const record: FeedbackSourceRecord = {
            id,
            tenant_id,
            provider,
            secret_digest: fingerprintOf(secret),
            credential:
              credential === undefined ? null : yield* seal({ id, tenant_id }, credential),
            created_at: yield* Clock.currentTimeMillis,
            called_at: null,
            refused_at: null,
            refused_reason: null
          }
          yield* change(
            Effect.gen(function* () {
              if ((yield* sources.countLocked(tenant_id, maxSources)) >= maxSources)
                return yield* tooMany("sources of feedback", maxSources)
              yield* sources.insert(record)
            }),
            id
          )
          const { created_at, has_credential, needs_credential } = viewOf(record)
          return {
            id,
            provider,
            has_credential,
            needs_credential,
            url: `${base ?? ""}/hooks/${provider}/${secret}${ending}`,
            secret,
            warning,
            instructions: reader.instructions(provider),
            created_at
          }
        }),

      list: (owner) =>
        Effect.map(sources.list(owner), (records) => ({ data: records.map(viewOf) })),

      get: (owner, id) => Effect.map(find(owner, id), viewOf),

      update: (owner, id, input) =>
        Effect.gen(function* () {
          const { credential } = yield* Effect.fromResult(decodeUpdate(input))
          const found = yield* find(owner, id)
          yield* checkCredential(found.provider, credential)
          const sealed = yield* seal(found, credential)
          return viewOf(yield* change(orNotFound(sources.setCredential(owner, id, sealed))))
        }),

      remove: (owner, id) =>
        isId("fsrc", id) ? change(doneOrNotFound(sources.remove(owner, id))) : new NotFound()
    })
  })

/** The addresses that mail providers report to. */
export class FeedbackSources extends Context.Service<FeedbackSources, FeedbackSourcesService>()(
  "@telemark/core/FeedbackSources"
) {
  static readonly layer = (
    options: FeedbackSourcesOptions = {}
  ): Layer.Layer<FeedbackSources, never, Database | FeedbackReader | Secrets> =>
    Layer.effect(this, make(options))
}
