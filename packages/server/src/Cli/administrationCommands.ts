import * as Command from "@effect/cli/Command"
import { dashboard } from "./dashboard.js"
import { keys } from "./keys.js"
import { migrate } from "./migrate.js"
import { recount } from "./recount.js"
import { options, run, telemark } from "./run.js"
import { secrets } from "./secrets.js"
import { suppressions } from "./suppressions.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"
import { commandNames } from "./unknownCommand.js"

const commands = [
  migrate,
  tenants,
  keys,
  topics,
  suppressions,
  secrets,
  dashboard,
  recount
] as const

/** The commands of `administrationNames`. */
export const command = Command.withSubcommands(telemark, commands)

/** `cli` for these commands alone, with no more loaded than they need. */
export const administration = run(Command.run(command, options), commandNames(commands))
