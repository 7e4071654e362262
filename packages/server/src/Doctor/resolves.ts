import { Dns, type DnsTrouble } from "@telemark/network"
import { Effect, Result } from "effect"

/** Whether a name has an address. */
export const resolves = (name: string): Effect.Effect<boolean, DnsTrouble, Dns> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { a, aaaa } = yield* (yield* Dns).resolver
      const answers = yield* Effect.all([a(name), aaaa(name)].map(Effect.result), {
        concurrency: "unbounded"
      })
      if (answers.some((answer) => Result.isSuccess(answer) && answer.success._tag === "Found"))
        return true
      const trouble = answers.find(Result.isFailure)
      return trouble === undefined ? false : yield* Effect.fail(trouble.failure)
    })
  )
