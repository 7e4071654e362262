import * as Command from "effect/cli/Command"
import { audit } from "./audit.js"
import { backup } from "./backup.js"
import { copy } from "./copy.js"
import { dashboard } from "./dashboard.js"
import { held, hold } from "./held.js"
import { keys } from "./keys.js"
import { migrate } from "./migrate.js"
import { recount } from "./recount.js"
import { restore } from "./restore.js"
import { run, runMain, telemark } from "./run.js"
import { secrets } from "./secrets.js"
import { suppressions } from "./suppressions.js"
import { tail } from "./tail.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"

/** Those of `administrationNames`. */
export const command = Command.withSubcommands(telemark, [
  migrate,
  tenants,
  keys,
  topics,
  suppressions,
  tail,
  audit,
  secrets,
  dashboard,
  recount,
  backup,
  copy,
  restore,
  hold,
  held
])

/** No more is loaded than these commands need. */
export const start = (): void => {
  runMain(run(command)(process.argv))
}
