import * as CliConfig from "@effect/cli/CliConfig"
import * as Command from "@effect/cli/Command"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as NodeContext from "@effect/platform-node/NodeContext"
import { Cause, Effect, Layer, LogLevel } from "effect"
import { layerLogging } from "../Telemetry/index.js"
import { version } from "../version.js"
import { bounces } from "./bounces.js"
import { layerConsole } from "./console.js"
import { dashboard } from "./dashboard.js"
import { doctor } from "./doctor.js"
import { feedback } from "./feedback.js"
import { feedbackSources } from "./feedbackSources.js"
import { domains } from "./domains.js"
import { inbox } from "./inbox.js"
import { keys } from "./keys.js"
import { migrate } from "./migrate.js"
import { recount } from "./recount.js"
import { report, type Reported } from "./report.js"
import { secrets } from "./secrets.js"
import { serve } from "./serve.js"
import { settingsHelp } from "./settingsHelp.js"
import { suppressions } from "./suppressions.js"
import { templates } from "./templates.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"
import { worker } from "./worker.js"

const telemark = Command.make("telemark").pipe(
  Command.withDescription("Transactional email: HTTP API, worker and command line."),
  Command.withSubcommands([
    serve,
    worker,
    bounces,
    migrate,
    tenants,
    keys,
    domains,
    templates,
    topics,
    suppressions,
    feedback,
    feedbackSources,
    secrets,
    dashboard,
    inbox,
    recount,
    doctor
  ])
)

const layerDefaultLogging = layerLogging({ logLevel: LogLevel.Warning, logFormat: undefined })

/** Commands whose help also lists the settings. */
const settable = ["serve", "worker", "bounces"]

const run = (argv: ReadonlyArray<string>) =>
  Command.run(telemark, {
    name: "telemark",
    version,
    executable: "telemark",
    footer: argv.some((word) => settable.includes(word)) ? settingsHelp : HelpDoc.empty
  })(argv)

/** Runs the command line with the process's `argv`. Failures are reported before it fails. */
export const cli = (argv: ReadonlyArray<string>): Effect.Effect<void, Reported> =>
  run(argv).pipe(
    Effect.provide(
      Layer.mergeAll(
        NodeContext.layer,
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
