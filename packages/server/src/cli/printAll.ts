import { Effect, Stream } from "effect"
import { once } from "node:events"

/** Somebody may pipe it into `head`. */
const readerGone = Effect.promise((signal) => once(process.stdout, "error", { signal }))

const untilRead = Effect.ignore(
  Effect.tryPromise((signal) => once(process.stdout, "drain", { signal }))
)

/** To standard output, as fast as it is read. Ends early once nobody reads it any more. */
export const printAll = <E, R>(pieces: Stream.Stream<string, E, R>): Effect.Effect<void, E, R> =>
  Effect.raceFirst(
    Effect.asVoid(readerGone),
    Stream.runForEach(pieces, (piece) =>
      Effect.suspend(() => (process.stdout.write(piece) ? Effect.void : untilRead))
    )
  )
