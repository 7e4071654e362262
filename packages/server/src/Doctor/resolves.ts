import { Dns, type DnsTrouble } from "@telemark/network"
import { Effect, Either } from "effect"

/** Whether a name has an address. */
export const resolves = (name: string): Effect.Effect<boolean, DnsTrouble, Dns> =>
  Effect.scoped(
    Effect.gen(function* () {
      const { a, aaaa } = yield* (yield* Dns).resolver
      const answers = yield* Effect.all([a(name), aaaa(name)].map(Effect.either), {
        concurrency: "unbounded"
      })
      if (answers.some((answer) => Either.isRight(answer) && answer.right._tag === "Found"))
        return true
      const trouble = answers.find(Either.isLeft)
      return trouble === undefined ? false : yield* Effect.fail(trouble.left)
    })
  )
