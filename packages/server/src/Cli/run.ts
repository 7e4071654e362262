import { isCliError } from "effect/cli/CliError"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import { Cause, Effect, Layer } from "effect"
import { print } from "../output.js"
import { layerLogging } from "../Telemetry/index.js"
import { colouredFor } from "../terminal.js"
import { version } from "../version.js"
import { asksForJson } from "./asksForJson.js"
import { helpText } from "./help.js"
import { layerProcess } from "./layerProcess.js"
import { report, Reported } from "./report.js"
import { unknownCommand } from "./unknownCommand.js"
import { usageProblem } from "./usageProblem.js"

export const telemark = Command.make("telemark").pipe(
  Command.withDescription("Transactional email: HTTP API, worker and command line.")
)

/** Prints help on standard output, and reports what is wrong with a command line. */
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
const shown = (failure: unknown): Effect.Effect<void, unknown> => {
  if (!isCliError(failure) || failure._tag !== "ShowHelp") return Effect.fail(failure)
  return failure.errors.length === 0 ? Effect.void : new Reported()
}

/** Runs the process's `argv` with the commands below `command`. Failures are reported before it fails. */
export const run =
  <Input, Context, E>(
    command: Command.Command<"telemark", Input, Context, E, Command.Environment>
  ) =>
  (argv: ReadonlyArray<string>): Effect.Effect<void, Reported> => {
    const isJson = asksForJson(argv)
    const words = argv.slice(2)
    return Effect.suspend(
      (): Effect.Effect<void, unknown, Command.Environment> =>
        unknownCommand(words, command) ?? Command.runWith(command, { version })(words)
    ).pipe(
      Effect.catch(shown),
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
