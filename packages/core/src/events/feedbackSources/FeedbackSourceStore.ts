import type { FeedbackRefusal, StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { FeedbackSourceRecord, SourceCall } from "./FeedbackSource.js"

/** Whose sources are meant: a tenant's, or, if null, the operator's. */
export type SourceOwner = string | null

/**
 * What is known of a call: nothing that would speak against it, or that it was dealt with, or that
 * its token came with another body.
 */
export type KnownCall = "open" | "handled" | "other_body"

/** Port: sources of feedback. */
export class FeedbackSourceStore extends Context.Service<
  FeedbackSourceStore,
  {
    /**
     * False, without a write, if the owner already has `max`; for tenants also with concurrent
     * inserts.
     */
    readonly insert: (
      source: FeedbackSourceRecord,
      max: number
    ) => Effect.Effect<boolean, StorageError>
    /** Newest first, ties by id, descending. */
    readonly list: (
      owner: SourceOwner
    ) => Effect.Effect<ReadonlyArray<FeedbackSourceRecord>, StorageError>
    readonly find: (
      owner: SourceOwner,
      id: string
    ) => Effect.Effect<FeedbackSourceRecord | undefined, StorageError>
    /** The source with this digest, of whatever owner but a tenant that was marked as removed. */
    readonly findByDigest: (
      digest: string
    ) => Effect.Effect<FeedbackSourceRecord | undefined, StorageError>
    /** Replaces the credential and returns the whole record; undefined if there is none. */
    readonly setCredential: (
      owner: SourceOwner,
      id: string,
      credential: string
    ) => Effect.Effect<FeedbackSourceRecord | undefined, StorageError>
    /** False if there was none. */
    readonly remove: (owner: SourceOwner, id: string) => Effect.Effect<boolean, StorageError>
    /** Notes an accepted call at `now`, unless one was noted after `noted`. */
    readonly noteCall: (id: string, now: number, noted: number) => Effect.Effect<void, StorageError>
    /**
     * Remembers a call of the source unless its token is remembered. It stays `open` until it is
     * noted as handled, so that it may come again if it couldn't be dealt with. `Retention`
     * forgets it after `expires_at`.
     */
    readonly rememberCall: (id: string, call: SourceCall) => Effect.Effect<KnownCall, StorageError>
    /** Notes that a remembered call was dealt with. */
    readonly noteHandled: (
      id: string,
      call: Pick<SourceCall, "token_digest">
    ) => Effect.Effect<void, StorageError>
    /** Notes a refusal at `now`, unless one was noted after `noted`. */
    readonly noteRefusal: (
      id: string,
      reason: FeedbackRefusal,
      now: number,
      noted: number
    ) => Effect.Effect<void, StorageError>
  }
>()("@telemark/core/FeedbackSourceStore") {}
