import { Effect, Exit, type ManagedRuntime, Scope } from "effect"
import { settle } from "./calls.js"

/** What runs in this process until it is closed. */
export interface Running extends AsyncDisposable {
  /** Takes no more connections, and resolves when the messages under way are recorded. */
  readonly close: () => Promise<void>
}

/** Starts what lasts until its scope closes. */
export const startRunning = async <A extends object, E, R>(
  runtime: ManagedRuntime.ManagedRuntime<R, unknown>,
  start: Effect.Effect<A, E, R | Scope.Scope>
): Promise<A & Running> => {
  const scope = Effect.runSync(Scope.make())
  const exit = await runtime.runPromiseExit(Scope.provide(start, scope))
  const close = () => Effect.runPromise(Scope.close(scope, Exit.void))
  if (Exit.isFailure(exit)) await close()
  return { ...settle(exit), close, [Symbol.asyncDispose]: close }
}
