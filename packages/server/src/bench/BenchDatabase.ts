import type { Effect, Scope } from "effect"
import type { CommandFailed } from "../cli/failures.js"

/** A database of the measurement's own, removed with its scope. */
export interface BenchDatabase {
  readonly url: string
  /** Settings that it needs beside its URL. */
  readonly settings: Readonly<Record<string, string>>
  /** For people, without the login. */
  readonly title: string
  /** What bounds it. */
  readonly bound: "fsync" | "commit"
  readonly syncTimes: () => Promise<ReadonlyArray<number>>
}

export type Opening = Effect.Effect<BenchDatabase, CommandFailed, Scope.Scope>
