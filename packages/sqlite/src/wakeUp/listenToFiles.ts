import { again, awaitDone, codesOf } from "@telemark/core"
import { Clock, Deferred, Effect, type Scope } from "effect"
import { type FSWatcher, watch } from "node:fs"
import type { SignalFiles } from "./SignalFiles.js"

/**
 * Creates and watches the signal file: calls `hear` when it was raised, `lose` once when that can't
 * go on. Returns what ends both.
 */
const open = (
  files: SignalFiles,
  name: string,
  hear: () => void,
  lose: (cause: unknown) => void
): (() => void) => {
  let path: string | undefined
  let watcher: FSWatcher | undefined
  let isOpen = true
  const close = (): void => {
    if (!isOpen) return
    isOpen = false
    watcher?.close()
    if (path !== undefined) files.remove(path)
  }
  const fail = (cause: unknown): void => {
    if (!isOpen) return
    close()
    lose(cause)
  }
  const check = (): void => {
    if (!isOpen || path === undefined) return
    try {
      if (files.take(path)) hear()
    } catch (cause) {
      fail(cause)
    }
  }
  try {
    path = files.make(name)
    watcher = watch(path, { persistent: false }, (event) => {
      // The watcher would go on with the unlinked file.
      if (event === "rename") fail(new Error("it was removed"))
      else check()
    })
    watcher.on("error", fail)
    // It may have been raised before it was watched.
    check()
  } catch (cause) {
    fail(cause)
  }
  return close
}

/** Until the scope closes. Completes with the cause once nothing can be heard any more. */
const listenOnce = (
  files: SignalFiles,
  name: string,
  hear: () => void
): Effect.Effect<Deferred.Deferred<unknown>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const lost = yield* Deferred.make<unknown>()
    const lose = (cause: unknown): void => {
      Deferred.doneUnsafe(lost, Effect.succeed(cause))
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => open(files, name, hear, lose)),
      (close) => Effect.sync(close)
    )
    return lost
  })

const reasonOf = (cause: unknown): string =>
  codesOf(cause)[0] ?? (cause instanceof Error ? cause.message : "unknown")

const pauses = { first: 50, max: 60_000, resetAfter: 120_000 }

/**
 * Calls `hear` each time the signal file is raised, from when this returns. If it can't be created
 * or watched, or is removed, this tries again and again; the log says so once. Real time: it is
 * about other processes.
 */
export const listenToFiles = (
  files: SignalFiles,
  name: string,
  hear: () => void
): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    let isLogged = false
    const log = (cause: unknown) => {
      if (isLogged) return Effect.void
      isLogged = true
      return Effect.logInfo(
        "the signal file for other processes can't be created or watched: new mail and events are found by polling, once a second",
        {
          file: name,
          reason: reasonOf(cause)
        }
      )
    }
    const untilLost = (lost: Deferred.Deferred<unknown>, opened: () => void) =>
      Effect.flatMap(Deferred.isDone(lost), (isLost) => {
        if (isLost) return Effect.flatMap(awaitDone(lost), log)
        opened()
        return awaitDone(lost)
      })
    const first = yield* listenOnce(files, name, hear)
    // A signal may have been missed before the file was opened again.
    const once = Effect.scoped(
      Effect.flatMap(listenOnce(files, name, hear), (lost) => untilLost(lost, hear))
    )
    yield* untilLost(first, () => undefined).pipe(
      Effect.andThen(Effect.sleep("50 millis")),
      Effect.andThen(again(once, pauses)),
      Effect.provideService(Clock.Clock, Clock.Clock.defaultValue()),
      Effect.forkScoped
    )
  })
