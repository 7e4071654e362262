import type * as Statement from "@effect/sql/Statement"
import { firstIdAt } from "@telemark/core"
import { Effect } from "effect"
import { Database } from "../Database/index.js"

/**
 * The condition that a message's delivery began before an instant: it was accepted before, as its id tells, and one that was to be
 * sent later was due before, or it would be given up as too old before it was tried.
 */
export const makeBegunBefore: Effect.Effect<(instant: number) => Statement.Fragment, never, Database> = Effect.map(
  Database,
  ({ sql }) => (instant) => sql`id < ${firstIdAt("em", instant)} AND (scheduled_at IS NULL OR scheduled_at < ${instant})`
)
