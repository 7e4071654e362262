import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { TemplateContent, TemplateRecord, TemplateVersion } from "./TemplateRecord.js"

/** A template of a tenant. */
export interface TemplateKey {
  readonly tenant_id: string
  readonly id: string
}

/** A version as lists show it. */
export type ListedVersion = Pick<
  TemplateVersion,
  "version" | "name" | "subject_template" | "created_at"
>

/** Port: templates and all their versions. */
export class TemplateStore extends Context.Service<
  TemplateStore,
  {
    /**
     * Stores version 1, or reactivates a deactivated template with its next version. Undefined,
     * without a write, if an active one exists.
     */
    readonly create: (
      key: TemplateKey,
      content: TemplateContent,
      now: number
    ) => Effect.Effect<TemplateRecord | undefined, StorageError>
    /**
     * Creates the next version: `change` runs inside the transaction with the row locked. Undefined
     * if there is no active template.
     */
    readonly save: (
      key: TemplateKey,
      change: (current: TemplateVersion) => TemplateContent,
      now: number
    ) => Effect.Effect<TemplateVersion | undefined, StorageError>
    /** Deactivates it if it is active. False if none has that id. */
    readonly deactivate: (key: TemplateKey, now: number) => Effect.Effect<boolean, StorageError>
    readonly find: (key: TemplateKey) => Effect.Effect<TemplateRecord | undefined, StorageError>
    /**
     * All of a tenant, including deactivated ones; newest first by `created_at`, ties by id,
     * descending.
     */
    readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<TemplateRecord>, StorageError>
    readonly findVersion: (
      key: TemplateKey,
      version: number
    ) => Effect.Effect<TemplateVersion | undefined, StorageError>
    /** Newest first. Empty if there is no such template. */
    readonly listVersions: (
      key: TemplateKey
    ) => Effect.Effect<ReadonlyArray<ListedVersion>, StorageError>
  }
>()("@telemark/core/TemplateStore") {}
