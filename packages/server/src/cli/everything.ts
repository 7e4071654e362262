import * as Command from "effect/cli/Command"
import { audit } from "./audit.js"
import { backup } from "./backup.js"
import { bench } from "./bench.js"
import { copy } from "./copy.js"
import { dashboard, inbox } from "./dashboard.js"
import { doctor } from "./doctor.js"
import { domains } from "./domains.js"
import { emails, send } from "./emails.js"
import { events } from "./events.js"
import { feedback } from "./feedback.js"
import { feedbackSources } from "./feedbackSources.js"
import { held, hold } from "./held.js"
import { keys } from "./keys.js"
import { mcp } from "./mcp.js"
import { members } from "./members.js"
import { migrate } from "./migrate.js"
import { recount } from "./recount.js"
import { restore } from "./restore.js"
import { run, runMain, telemark } from "./run.js"
import { secrets } from "./secrets.js"
import { bounces, serve, worker } from "./servers.js"
import { people } from "./people.js"
import { suppressions } from "./suppressions.js"
import { tail } from "./tail.js"
import { templates } from "./templates.js"
import { tenants } from "./tenants.js"
import { topics } from "./topics.js"
import { webhooks } from "./webhooks.js"

const command = Command.withSubcommands(telemark, [
  serve,
  worker,
  bounces,
  migrate,
  tenants,
  keys,
  members,
  send("send"),
  emails,
  domains,
  templates,
  topics,
  people,
  suppressions,
  tail,
  audit,
  events,
  webhooks,
  feedback,
  feedbackSources,
  secrets,
  dashboard,
  inbox,
  recount,
  backup,
  copy,
  restore,
  hold,
  held,
  doctor,
  mcp,
  bench
])

/** Failures are reported before it fails. */
export const cli = run(command)

export const start = (): void => {
  runMain(cli(process.argv))
}
