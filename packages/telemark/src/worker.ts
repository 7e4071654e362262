import { Worker, type WorkerOptions, type WorkerPorts } from "@telemark/worker"
import { Effect, Exit, type ManagedRuntime, Scope } from "effect"

/** A worker of this process. */
export interface RunningWorker extends AsyncDisposable {
  /** Takes no more mail, finishes what is in hand and resolves when that is done. */
  readonly close: () => Promise<void>
}

/** Starts a worker on the runtime's services. */
export const startWorker = <R>(
  runtime: ManagedRuntime.ManagedRuntime<R | WorkerPorts, unknown>,
  options: WorkerOptions
): RunningWorker => {
  const scope = Effect.runSync(Scope.make())
  const started = runtime.runPromise(Scope.extend(Worker.start(options), scope))
  const close = async (): Promise<void> => {
    await started
    await Effect.runPromise(Scope.close(scope, Exit.void))
  }
  return { close, [Symbol.asyncDispose]: close }
}
