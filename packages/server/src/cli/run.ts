import { CurrentAuditOrigin } from "@telemark/core"
import { Cause, Effect, Exit, FileSystem, Layer, Path, Stdio, Terminal } from "effect"
import * as CliConfig from "effect/cli/CliConfig"
import { isCliError } from "effect/cli/CliError"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as ChildProcessSpawner from "effect/process/ChildProcessSpawner"
import { colouredFor, print } from "../output.js"
import { layerLogging } from "../telemetry.js"
import { asksForJson, version } from "./commandLine.js"
import { report, Reported } from "./failures.js"
import { helpText } from "./help.js"
import { commandLineActor } from "./recorded.js"
import { unknownCommand, usageProblem } from "./usageProblem.js"

export const telemark = Command.make("telemark").pipe(
  Command.withDescription("Transactional email: HTTP API, worker and command line.")
)

const unused = Effect.die(new Error("The commands don't use this."))

/** As little as Effect's command line needs: our commands read and write by themselves. */
const layerProcess = Layer.mergeAll(
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

const layerPresenter = (command: Command.Command.Any, isJson: boolean) =>
  CliOutput.layerPresenter({
    present: (event) => {
      switch (event._tag) {
        case "Help":
          return print(colouredFor(process.stdout, helpText(event, command)))
        case "InvalidInvocation":
          return Effect.ignore(report(Cause.fail(usageProblem(event)), isJson))
        case "Version":
          return print(version)
      }
    }
  })

/** Groups of commands answer with their help, and wrong command lines are reported already. */
const shown = (failure: unknown) => {
  if (!isCliError(failure) || failure._tag !== "ShowHelp") return Effect.fail(failure)
  return failure.errors.length === 0 ? Effect.void : new Reported()
}

/** Failures are reported before it fails. */
export const run =
  <Input, Context, E>(
    command: Command.Command<"telemark", Input, Context, E, Command.Environment>
  ) =>
  (argv: ReadonlyArray<string>) => {
    const isJson = asksForJson(argv)
    const words = argv.slice(2)
    return Effect.suspend(
      (): Effect.Effect<void, unknown, Command.Environment> =>
        unknownCommand(words, command) ?? Command.runWith(command, { version })(words)
    ).pipe(
      Effect.catch(shown),
      Effect.provideService(CurrentAuditOrigin, { actor: commandLineActor() }),
      Effect.provide(
        Layer.mergeAll(
          layerProcess,
          layerPresenter(command, isJson),
          CliConfig.layer({
            builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions]
          }),
          layerLogging({ logLevel: "Warn", logFormat: undefined })
        )
      ),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause) ? Effect.interrupt : report(cause, isJson)
      )
    )
  }

/**
 * SIGINT and SIGTERM interrupt the program once; a second signal ends the process. The exit code is
 * 1 if it failed, also while stopping.
 */
export const runMain = (program: Effect.Effect<void, unknown>): void => {
  // Waiting alone doesn't keep a process alive.
  const alive = setInterval(() => undefined, 2 ** 31 - 1)
  const fiber = Effect.runFork(program)
  let isStopped = false
  const stop = (): void => {
    isStopped = true
    process.removeListener("SIGINT", stop)
    process.removeListener("SIGTERM", stop)
    fiber.interruptUnsafe()
  }
  process.on("SIGINT", stop)
  process.on("SIGTERM", stop)
  fiber.addObserver((exit) => {
    clearInterval(alive)
    if (!isStopped) {
      process.removeListener("SIGINT", stop)
      process.removeListener("SIGTERM", stop)
    }
    const code = Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1
    if (isStopped || code !== 0) process.exit(code)
  })
}
