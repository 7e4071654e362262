import { maxBodyOctets, Suppressions } from "@telemark/core"
import { Effect, Stream } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import { counted, visible } from "../output.js"
import { operationCommands } from "./operationCommand.js"
import { type LookedUp, optional } from "./parameters.js"
import { printAll } from "./printAll.js"
import { readOctets } from "./readInput.js"
import { oneTenant, tenantOf } from "./tenantParameters.js"
import { withServices } from "./withSettings.js"

const command = operationCommands(withServices, Suppressions)

const file: LookedUp<string> = {
  parameter: Argument.withDescription(
    Argument.String("file"),
    "A CSV file that names its columns, such as an export, or a file with one address a line; - for standard input. At most 100,000 addresses and 10 MiB."
  ),
  find: (given: string) => Effect.succeed(given)
}

export const suppressionsImport = command({
  description:
    "Suppresses the addresses of a file. Those that are suppressed stay as they are, and invalid lines are left out, so it can be repeated.",
  arguments: { file },
  options: { tenant: oneTenant("The tenant whose suppressions they become.") },
  audits: ["suppressions.import", "suppression"],
  perform: (suppressions, { file, tenant }) =>
    Effect.flatMap(readOctets(file, maxBodyOctets.import), (table) =>
      suppressions.import(tenant.id, table)
    ),
  text: ({ added, already_suppressed, invalid_count }) =>
    [
      `${counted(added, "suppression was", "suppressions were")} added.`,
      `${counted(already_suppressed, "line was", "lines were")} suppressed already, or by an earlier line.`,
      `${counted(invalid_count, "line was", "lines were")} invalid.`
    ].join("\n"),
  problem: ({ invalid, invalid_count }) =>
    invalid_count === 0
      ? undefined
      : [
          ...invalid.map(({ line, reason }) => `line ${String(line)}: ${reason}`),
          ...(invalid.length < invalid_count
            ? [`… and ${counted(invalid_count - invalid.length, "more")}`]
            : [])
        ].join("\n")
})

/** Reasons are users' words. */
const visibleTable = (text: string): string => visible(text.replaceAll("\r\n", "\n"))

const filter = (name: string, description: string) =>
  optional(Flag.withDescription(Flag.String(name), description))

const exporting = {
  email: filter("email", "Only addresses that begin so, in upper or lower case."),
  reason: filter("reason", "Only those with this reason, such as bounce or manual."),
  topic: filter("topic", "Only those of this topic."),
  tenant: Flag.String("tenant").pipe(
    Flag.withDefault("default"),
    Flag.withDescription("The tenant whose suppressions they are.")
  )
}

export const suppressionsExport = (name: string) =>
  Command.make(name, exporting, ({ tenant, ...filters }) =>
    withServices(() =>
      Effect.gen(function* () {
        const { id } = yield* tenantOf(tenant)
        const suppressions = yield* Suppressions
        const pages = yield* suppressions.export(id, filters)
        const texts = Stream.fromAsyncIterable(pages, (error) => error)
        yield* printAll(process.stdout.isTTY ? Stream.map(texts, visibleTable) : texts)
      })
    )
  ).pipe(
    Command.withDescription(
      "Prints suppressed addresses as CSV, newest first. An import of the table restores them."
    )
  )
