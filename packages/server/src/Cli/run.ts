import * as CliConfig from "@effect/cli/CliConfig"
import type { CliApp } from "@effect/cli/CliApp"
import * as Command from "@effect/cli/Command"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import * as NodeTerminal from "@effect/platform-node/NodeTerminal"
import { Cause, Effect, Layer, LogLevel } from "effect"
import { layerLogging } from "../Telemetry/index.js"
import { version } from "../version.js"
import { layerConsole } from "./console.js"
import { report, type Reported } from "./report.js"
import { type CommandNames, unknownCommand } from "./unknownCommand.js"

export const telemark = Command.make("telemark").pipe(
  Command.withDescription("Transactional email: HTTP API, worker and command line.")
)

export const options = { name: "telemark", version, executable: "telemark" }

const layerDefaultLogging = layerLogging({ logLevel: LogLevel.Warning, logFormat: undefined })

type CommandLine = (argv: ReadonlyArray<string>) => Effect.Effect<void, unknown, CliApp.Environment>

/**
 * Runs some commands with the process's `argv`. Failures are reported before it fails. `names`
 * are those that the command line has.
 */
export const run =
  (commandLine: CommandLine, names: CommandNames) =>
  (argv: ReadonlyArray<string>): Effect.Effect<void, Reported> =>
    Effect.suspend(() => unknownCommand(argv, names) ?? commandLine(argv)).pipe(
      Effect.provide(
        Layer.mergeAll(
          NodeFileSystem.layer,
          NodePath.layer,
          NodeTerminal.layer,
          CliConfig.layer({ showBuiltIns: false }),
          layerConsole(argv, [
            "tenants",
            "keys",
            "domains",
            "templates",
            "topics",
            "suppressions",
            "feedback",
            "feedback-sources",
            "secrets"
          ]),
          layerDefaultLogging
        )
      ),
      Effect.catchAllCause((cause) =>
        Cause.isInterruptedOnly(cause) ? Effect.interrupt : report(cause, argv.includes("--json"))
      )
    )
