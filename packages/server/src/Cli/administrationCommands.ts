import * as Command from "effect/cli/Command"
import { dashboard } from "./dashboard.js"
import { keys } from "./keys.js"
import { migrate } from "./migrate.js"
import { recount } from "./recount.js"
import { run, telemark } from "./run.js"
import { secrets } from "./secrets.js"
import { suppressions } from "./suppressions.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"

/** The commands of `administrationNames`. */
export const command = Command.withSubcommands(telemark, [
  migrate,
  tenants,
  keys,
  topics,
  suppressions,
  secrets,
  dashboard,
  recount
])

/** `cli` for these commands alone, with no more loaded than they need. */
export const administration = run(command)
