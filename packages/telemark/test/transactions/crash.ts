import { startProcess } from "@telemark-tools/storages"
import { Effect } from "effect"

const program = new URL("child.ts", import.meta.url)

/**
 * A host that begins a transaction, places an order, sends, and is killed when it has got so far.
 */
export const hostKilled = (
  kind: "postgres" | "sqlite",
  place: string,
  until: "sent" | "committed"
): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const { kill, nextLine, rest } = yield* startProcess(program, kind, place, until)
        const line = yield* nextLine
        if (line !== until)
          return yield* Effect.die(new Error(`The host ended after ${line ?? "nothing"}`))
        yield* kill
        yield* rest
      })
    )
  )
