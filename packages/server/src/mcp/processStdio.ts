import { wakeable } from "@telemark/core"
import { Effect, Layer, Sink, Stdio, Stream } from "effect"

const write = (stream: NodeJS.WriteStream, piece: string | Uint8Array): Effect.Effect<void> =>
  wakeable<void>((resume) => {
    stream.write(piece, () => {
      resume(Effect.void)
    })
  })

const sinkOf = (stream: NodeJS.WriteStream) => () =>
  Sink.forEach((piece: string | Uint8Array) => write(stream, piece))

/** Standard input and output of this process. */
export const layerProcessStdio: Layer.Layer<Stdio.Stdio> = Layer.succeed(
  Stdio.Stdio,
  Stdio.make({
    args: Effect.succeed([]),
    stdin: Stream.orDie(
      Stream.fromAsyncIterable(process.stdin as AsyncIterable<Uint8Array>, (error) => error)
    ),
    stdout: sinkOf(process.stdout),
    stderr: sinkOf(process.stderr)
  })
)
