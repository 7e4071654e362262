import { mayBeTemplate } from "@telemark/contract"
import { Effect } from "effect"
import type { TemplateStore } from "./TemplateStore.js"

type Store = typeof TemplateStore.Service

/**
 * Answers for impossible ids without a query: otherwise any text in a path, such as NUL, reaches
 * the database and breaks others' look-ups.
 */
export const withPossibleIds = (store: Store): Store => ({
  ...store,
  save: (key, change, now) =>
    mayBeTemplate(key.id) ? store.save(key, change, now) : Effect.succeed(undefined),
  deactivate: (key, now) =>
    mayBeTemplate(key.id) ? store.deactivate(key, now) : Effect.succeed(false),
  find: (key) => (mayBeTemplate(key.id) ? store.find(key) : Effect.succeed(undefined)),
  findVersion: (key, version) =>
    mayBeTemplate(key.id) ? store.findVersion(key, version) : Effect.succeed(undefined),
  listVersions: (key) => (mayBeTemplate(key.id) ? store.listVersions(key) : Effect.succeed([]))
})
