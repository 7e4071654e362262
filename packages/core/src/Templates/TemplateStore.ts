import type { StorageError } from "@telemark/contract"
import { Context, type Effect } from "effect"
import type { TemplateContent, TemplateRecord, TemplateVersion } from "./TemplateRecord.js"

/** Which template of which tenant. */
export interface TemplateKey {
  readonly tenant_id: string
  readonly id: string
}

/** One version of a template as a list shows it. */
export type ListedVersion = Pick<TemplateVersion, "version" | "name" | "subject_template" | "created_at">

/** Port: templates and all their versions. */
export class TemplateStore extends Context.Tag("@telemark/core/TemplateStore")<TemplateStore, {
  /**
   * Keeps a new template as version 1, or makes a deactivated one active again with this content as its next
   * version. Undefined if there is an active one of that id: nothing is written then.
   */
  readonly create: (
    key: TemplateKey,
    content: TemplateContent,
    now: number
  ) => Effect.Effect<TemplateRecord | undefined, StorageError>
  /**
   * Makes the next version of an active template from the one in force. No other save comes between the two:
   * `change` is called inside the transaction, with the row held. Undefined if there is no active one of that id.
   */
  readonly save: (
    key: TemplateKey,
    change: (current: TemplateVersion) => TemplateContent,
    now: number
  ) => Effect.Effect<TemplateVersion | undefined, StorageError>
  /** Deactivates it, or leaves it deactivated. False if there is none of that id. */
  readonly deactivate: (key: TemplateKey, now: number) => Effect.Effect<boolean, StorageError>
  readonly find: (key: TemplateKey) => Effect.Effect<TemplateRecord | undefined, StorageError>
  /** All of a tenant, deactivated ones too; newest first by `created_at`, ties by id, descending. */
  readonly list: (tenantId: string) => Effect.Effect<ReadonlyArray<TemplateRecord>, StorageError>
  readonly findVersion: (key: TemplateKey, version: number) => Effect.Effect<TemplateVersion | undefined, StorageError>
  /** Newest first. Empty if there is no such template. */
  readonly listVersions: (key: TemplateKey) => Effect.Effect<ReadonlyArray<ListedVersion>, StorageError>
}>() {}
