import {
  afterTransaction,
  makeCoalescing,
  makeSignal,
  type NewEvents,
  type WakeUp
} from "@telemark/core"
import { Clock, Effect, Scope } from "effect"
import { randomUUID } from "node:crypto"
import { SignalFiles } from "./SignalFiles.js"
import { listenToFiles } from "./listenToFiles.js"

/** Between two passes over the other processes' files. */
const interval = "5 millis"

export type SignalPort = typeof WakeUp.Service & typeof NewEvents.Service

interface Signals {
  readonly mail: SignalPort
  readonly events: SignalPort
}

const inProcess: Effect.Effect<SignalPort> = Effect.sync(() => {
  const { announce, listen: heard } = makeSignal()
  return { signal: afterTransaction(Effect.sync(announce)), listen: heard }
})

/**
 * Signals listeners in this process at once, and other processes by their files. Signals that
 * arrive meanwhile share the next pass. A process creates its file with its first listener.
 */
const acrossProcesses = (
  files: SignalFiles,
  kind: keyof Signals
): Effect.Effect<SignalPort, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const local = makeSignal()
    const own = `${kind}-${randomUUID()}`
    const raise = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.sync(() => {
        files.raise(kind, own, now)
      })
    )
    const raiseSoon = yield* makeCoalescing(raise, interval)
    const listening = yield* Effect.cached(
      Scope.provide(listenToFiles(files, own, local.announce), scope)
    )
    const announce = Effect.sync(() => {
      local.announce()
      raiseSoon()
    })
    return { signal: afterTransaction(announce), listen: Effect.andThen(listening, local.listen) }
  })

export const makeSignals = (
  filename: string,
  tablePrefix?: string
): Effect.Effect<Signals, never, Scope.Scope> => {
  if (filename === ":memory:" || filename === "")
    return Effect.all({ mail: inProcess, events: inProcess })
  const files = new SignalFiles(filename, tablePrefix)
  return Effect.all({
    mail: acrossProcesses(files, "mail"),
    events: acrossProcesses(files, "events")
  })
}
