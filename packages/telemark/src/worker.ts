import { Worker, type WorkerOptions, type WorkerPorts } from "@telemark/worker"
import { Effect, Exit, type ManagedRuntime, Scope } from "effect"

export interface RunningWorker extends AsyncDisposable {
  /** Takes no more mail, and resolves when the attempts in flight are finished. */
  readonly close: () => Promise<void>
}

export const startWorker = <R>(
  runtime: ManagedRuntime.ManagedRuntime<R | WorkerPorts, unknown>,
  options: WorkerOptions
): RunningWorker => {
  const scope = Effect.runSync(Scope.make())
  const started = runtime.runPromise(Scope.provide(Worker.start(options), scope))
  const close = async (): Promise<void> => {
    await started
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  return { close, [Symbol.asyncDispose]: close }
}
