import { Effect } from "effect"
import type * as Statement from "effect/sql/Statement"
import { Database } from "../../database/Database.js"
import { firstIdAt } from "../../kernel/ids/newId.js"

/**
 * The condition that a message's delivery began before an instant: its id shows that it was
 * accepted before, and its scheduled time, if any, was before too. Otherwise it would be given up
 * as too old before it was tried.
 */
export const makeBegunBefore: Effect.Effect<
  (instant: number) => Statement.Fragment,
  never,
  Database
> = Effect.map(
  Database,
  ({ sql }) =>
    (instant) =>
      sql`id < ${firstIdAt("em", instant)} AND (scheduled_at IS NULL OR scheduled_at < ${instant})`
)
