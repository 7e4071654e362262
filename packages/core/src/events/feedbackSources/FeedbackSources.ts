import {
  type CreatedFeedbackSource,
  type CreateFeedbackSource,
  decode,
  type FeedbackSource,
  type FeedbackSourceList,
  NotFound,
  type StorageError,
  type Success,
  success,
  UpdateFeedbackSource,
  type ValidationFailed
} from "@telemark/contract"
import { Context, Effect, Layer, Redacted } from "effect"
import { Secrets } from "../../accounts/secrets/Secrets.js"
import { isId } from "../../kernel/ids/newId.js"
import { FeedbackReader } from "./FeedbackReader.js"
import {
  type FeedbackSourceRecord,
  feedbackSourceReference,
  viewOfSource
} from "./FeedbackSource.js"
import { FeedbackSourceStore, type SourceOwner } from "./FeedbackSourceStore.js"
import { checkCredential, makeCreateSource } from "./createSource.js"
import { readPublicUrl } from "./readPublicUrl.js"

/** The sources of a tenant or, if the owner is null, of the operator. */
export interface FeedbackSourcesService {
  /** Creates a source, of which an owner has 20 at most. Only this result contains the secret. */
  readonly create: (
    owner: SourceOwner,
    input: CreateFeedbackSource
  ) => Effect.Effect<CreatedFeedbackSource, ValidationFailed | StorageError>
  /** Newest first. */
  readonly list: (owner: SourceOwner) => Effect.Effect<FeedbackSourceList, StorageError>
  readonly get: (
    owner: SourceOwner,
    id: string
  ) => Effect.Effect<FeedbackSource, NotFound | StorageError>
  /** Replaces the credential. */
  readonly update: (
    owner: SourceOwner,
    id: string,
    input: UpdateFeedbackSource
  ) => Effect.Effect<FeedbackSource, NotFound | ValidationFailed | StorageError>
  readonly remove: (
    owner: SourceOwner,
    id: string
  ) => Effect.Effect<Success, NotFound | StorageError>
}

export interface FeedbackSourcesOptions {
  /**
   * The address of this service on the internet, such as `https://mail.example.com`, below which
   * `/v1` and `/hooks` are. Sources show it.
   */
  readonly publicUrl?: string | undefined
  /**
   * Whether addresses of this service end in a slash, for hosts that redirect all others, such as
   * Next.js with its `trailingSlash`: a redirect loses calls and one-click requests.
   */
  readonly trailingSlash?: boolean | undefined
}

const decodeUpdate = decode(UpdateFeedbackSource)

const make = ({ publicUrl, trailingSlash }: FeedbackSourcesOptions) =>
  Effect.gen(function* () {
    const store = yield* FeedbackSourceStore
    const reader = yield* FeedbackReader
    const secrets = yield* Secrets
    const viewOf = (record: FeedbackSourceRecord): FeedbackSource =>
      viewOfSource(record, reader.takesCredential(record.provider))

    const find = (
      owner: SourceOwner,
      id: string
    ): Effect.Effect<FeedbackSourceRecord, NotFound | StorageError> =>
      isId("fsrc", id)
        ? Effect.flatMap(store.find(owner, id), (found) =>
            found === undefined ? new NotFound() : Effect.succeed(found)
          )
        : new NotFound()

    return FeedbackSources.of({
      create: makeCreateSource({
        store,
        reader,
        secrets,
        publicUrl: publicUrl === undefined ? undefined : readPublicUrl(publicUrl),
        trailingSlash
      }),
      list: (owner) => Effect.map(store.list(owner), (records) => ({ data: records.map(viewOf) })),
      get: (owner, id) => Effect.map(find(owner, id), viewOf),
      update: (owner, id, input) =>
        Effect.gen(function* () {
          const { credential } = yield* Effect.fromResult(decodeUpdate(input))
          const found = yield* find(owner, id)
          yield* checkCredential(reader, found.provider, credential)
          const changed = yield* store.setCredential(
            owner,
            id,
            yield* secrets.seal(Redacted.make(credential), feedbackSourceReference(found))
          )
          return changed === undefined ? yield* new NotFound() : viewOf(changed)
        }),
      remove: (owner, id) =>
        Effect.gen(function* () {
          const { id: found } = yield* find(owner, id)
          if (!(yield* store.remove(owner, found))) return yield* new NotFound()
          return success
        })
    })
  })

/** Sources of feedback: the addresses that mail providers report to. */
export class FeedbackSources extends Context.Service<FeedbackSources, FeedbackSourcesService>()(
  "@telemark/core/FeedbackSources"
) {
  static readonly layer = (
    options: FeedbackSourcesOptions = {}
  ): Layer.Layer<FeedbackSources, never, FeedbackSourceStore | FeedbackReader | Secrets> =>
    Layer.effect(this, make(options))
}
