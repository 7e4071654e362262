import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A directory that is gone when the scope closes. */
export const temporaryDirectory = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-sqlite-"))),
  (directory) => Effect.promise(() => rm(directory, { recursive: true, force: true }))
)
