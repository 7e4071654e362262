import { Effect, Stream } from "effect"
import { once } from "node:events"
import { visible } from "../output.js"

/** Somebody may pipe it into `head`. */
const readerGone = Effect.promise((signal) => once(process.stdout, "error", { signal }))

const untilRead = Effect.ignore(
  Effect.tryPromise((signal) => once(process.stdout, "drain", { signal }))
)

const printPiece = (piece: string) =>
  Effect.suspend(() =>
    process.stdout.write(process.stdout.isTTY ? visible(piece.replaceAll("\r\n", "\n")) : piece)
      ? Effect.void
      : untilRead
  )

/**
 * A long result to standard output, as fast as it is read; a terminal gets it visible. Ends early
 * once nobody reads it any more.
 */
export const printAll = <E, R>(pieces: Stream.Stream<string, E, R>): Effect.Effect<void, E, R> =>
  Effect.raceFirst(Effect.asVoid(readerGone), Stream.runForEach(pieces, printPiece))
