import type { StorageError } from "@telemark/contract"
import { Effect } from "effect"
import { type LookedUp, makeLookedUp } from "../recent/makeLookedUp.js"

/** Tenants that are remembered. */
const maxKnown = 20_000

/**
 * In milliseconds. Links of busy tenants are answered by what was known some seconds ago, so that
 * no click waits for the storage; those of others are looked up.
 */
const freshFor = 5_000
const knownFor = 60_000

/** How long a click waits for the storage: a slow one must not keep readers from where they go. */
const maxWait = "1 second"

/** Whether links of tenants are stopped, by their marks. */
export type StoppedLinks = LookedUp<boolean>

/** Remembers what `hasStoppedLinks` answers. */
export const makeStoppedLinks = (
  hasStoppedLinks: (mark: string) => Effect.Effect<boolean, StorageError>
): StoppedLinks => makeLookedUp(hasStoppedLinks, { max: maxKnown, freshFor, knownFor })

/** Whether a tenant's links are stopped; while the storage is away, none are. */
export const areStopped = (links: StoppedLinks, mark: string): Effect.Effect<boolean> =>
  links.find(mark).pipe(
    Effect.timeout(maxWait),
    Effect.orElseSucceed(() => false)
  )
