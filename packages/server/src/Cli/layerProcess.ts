import { Effect, FileSystem, Layer, Path, Stdio, Terminal } from "effect"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"

const unused = Effect.die(new Error("The commands don't use this."))

/**
 * What Effect's command line asks of its surroundings. Our commands read and write by themselves, so
 * these are as little as it needs.
 */
export const layerProcess = Layer.mergeAll(
  FileSystem.layerNoop({}),
  Path.layer,
  Stdio.layerTest({}),
  Layer.succeed(
    Terminal.Terminal,
    Terminal.make({
      columns: Effect.succeed(80),
      rows: Effect.succeed(24),
      size: unused,
      readInput: unused,
      readLine: unused,
      display: () => unused
    })
  ),
  Layer.succeed(
    ChildProcessSpawner.ChildProcessSpawner,
    ChildProcessSpawner.make(() => unused)
  )
)
