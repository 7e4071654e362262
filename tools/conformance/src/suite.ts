import type { StorageError } from "@telemark/contract"
import { Feedback, type StoragePorts } from "@telemark/core"
import type { TestRunner } from "@telemark/testing"
import { Cause, Effect, Exit, Layer } from "effect"

/** A storage under test. It is built anew for each test, and must be empty each time. */
export type StorageUnderTest = Layer.Layer<StoragePorts, StorageError>

/** Registers the tests of one port. `name` names the storage in the test names. */
export type Conformance = (name: string, storage: StorageUnderTest, runner: TestRunner) => void

/** What tests may use: the storage, and what records reports over it. */
export type Tested = StoragePorts | Feedback

type Test = (title: string, body: () => Effect.Effect<unknown, unknown, Tested>) => void

const run = async (
  body: Effect.Effect<unknown, unknown, Tested>,
  storage: StorageUnderTest
): Promise<void> => {
  const exit = await Effect.runPromiseExit(
    Effect.provide(body, Layer.provideMerge(Feedback.layer, storage))
  )
  // Test runners show the difference of the original error.
  if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
}

export const suite =
  (port: string, tests: (test: Test) => void): Conformance =>
  (name, storage, { describe, it }) => {
    describe(`${port} on ${name}`, () => {
      tests((title, body) => {
        it(title, () => run(Effect.suspend(body), storage))
      })
    })
  }
