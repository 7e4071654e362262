import {
  abandonCopy,
  type ComparedTable,
  type Copy,
  CopyRefused,
  findCopy,
  openCopy,
  switchOver,
  type TableReport
} from "@telemark/core"
import { Clock, Effect } from "effect"
import * as Command from "effect/cli/Command"
import { existsSync } from "node:fs"
import { counted, printAs, remark } from "../output.js"
import type { DatabaseSettings } from "../settings/database.js"
import type { Settings } from "../settings/Settings.js"
import { confirm } from "./confirm.js"
import { type Asked, databaseOf, nameOf, openSide, requireSameSecret } from "./copyDatabases.js"
import { commandFailed, Reported } from "./failures.js"
import { isInUse } from "./held.js"
import { flag, json, optionalText } from "./parameters.js"
import { withSettings } from "./withSettings.js"

const options = {
  from: optionalText("from", "The database to move; that of TELEMARK_DATABASE_URL by default."),
  to: optionalText("to", "The database to move to: an empty one, or the unfinished copy."),
  fromSchema: optionalText("from-schema", "TELEMARK_DATABASE_SCHEMA of the one."),
  toSchema: optionalText("to-schema", "TELEMARK_DATABASE_SCHEMA of the other."),
  fromPrefix: optionalText("from-prefix", "TELEMARK_TABLE_PREFIX of the one."),
  toPrefix: optionalText("to-prefix", "TELEMARK_TABLE_PREFIX of the other."),
  follow: flag("follow", "Go on copying changes until you interrupt it."),
  switch: flag(
    "switch",
    "Close the one, compare every table, and open the other. No process may run on the one."
  ),
  abandon: flag("abandon", "Give the copy up, and open the one again."),
  force: flag("force", "Also while a process seems to have the database open."),
  yes: flag("yes", "For --abandon after --switch: without asking."),
  json
}

interface Given {
  readonly from: string | undefined
  readonly to: string | undefined
  readonly fromSchema: string | undefined
  readonly toSchema: string | undefined
  readonly fromPrefix: string | undefined
  readonly toPrefix: string | undefined
  readonly follow: boolean
  readonly switch: boolean
  readonly abandon: boolean
  readonly force: boolean
  readonly yes: boolean
  readonly json: boolean
}

/** In milliseconds, between two looks at the source, and between two lines about the progress. */
const lookMillis = 500
const reportMillis = 5000

const sourceOf = ({ from, fromPrefix, fromSchema }: Given, settings: Settings) =>
  from === undefined
    ? Effect.succeed(settings.database)
    : databaseOf("from", { url: from, schema: fromSchema, prefix: fromPrefix }, settings)

const askedTarget = ({ to: url, toPrefix: prefix, toSchema: schema }: Given): Asked | undefined =>
  url === undefined ? undefined : { url, schema, prefix }

const requireFree = (database: DatabaseSettings, { force }: Given) =>
  Effect.flatMap(force ? Effect.succeed(false) : isInUse(database), (inUse) =>
    inUse
      ? commandFailed(
          "in_use",
          `A process of Telemark uses ${nameOf(database)}, such as a server, a worker or \`telemark copy --follow\`: stop it first. --force goes on all the same.`
        )
      : Effect.void
  )

const openSource = (database: DatabaseSettings) =>
  database._tag === "Sqlite" && !existsSync(database.filename)
    ? commandFailed("no_database", `There is no database ${database.filename}.`)
    : openSide(database, false)

/** A line for each table, and now and then one about a large table. */
const makeReport = Effect.sync(() => {
  let last = 0
  return ({ copied, isDone, table }: TableReport) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      if ((!isDone || copied === 0) && now - last < reportMillis) return Effect.void
      last = now
      return remark(`${table}: ${counted(copied, "row")}${isDone ? "" : " so far"}`)
    })
})

const behindText = (count: number): string =>
  count === 0 ? "It has every change." : `It is ${counted(count, "change")} behind.`

const follow = (copy: Copy) =>
  Effect.gen(function* () {
    yield* remark("Following changes, until you interrupt it.")
    let last = 0
    for (;;) {
      const behind = yield* copy.countBehind
      const now = yield* Clock.currentTimeMillis
      if (now - last >= reportMillis) {
        yield* remark(behindText(behind))
        last = now
      }
      yield* copy.applyChanges
      yield* Effect.sleep(lookMillis)
    }
  })

const rowsOf = (tables: ReadonlyArray<ComparedTable>): number =>
  tables.reduce((sum, { rows }) => sum + rows, 0)

const finish = (copy: Copy, given: Given) =>
  Effect.gen(function* () {
    const { source, target } = copy
    const { moved, tables } = yield* switchOver(
      copy,
      remark(`${source.name} is closed. Comparing every table.`)
    )
    const different = tables.filter(({ same }) => !same)
    const differences = different.map(
      ({ rows, table, target_rows }) =>
        `  ${table}: ${counted(rows, "row")}, ${String(target_rows)} in the copy`
    )
    yield* printAs(
      given.json,
      { from: source.name, to: target.name, moved, tables },
      moved
        ? `Moved ${source.name} to ${target.name}: ${counted(rowsOf(tables), "row")}, every table is the same.`
        : [
            `${source.name} wasn't moved, and is open again. These tables differ:`,
            ...differences
          ].join("\n")
    )
    if (!moved) {
      yield* remark("Run the command again: it copies these tables anew.")
      return yield* new Reported()
    }
    yield* remark(
      `Set TELEMARK_DATABASE_URL to ${target.name}, with its login, and start the server. ${source.name} stays closed.`
    )
  })

const copying = (settings: Settings, given: Given, to: Asked) =>
  Effect.gen(function* () {
    const from = yield* sourceOf(given, settings)
    const target = yield* databaseOf("to", to, settings)
    if (nameOf(from) === nameOf(target))
      return yield* commandFailed("same_database", "The two databases are the same one.")
    if (given.switch) yield* requireFree(from, given)
    const source = yield* openSource(from)
    yield* requireSameSecret(settings, from, target, source)
    const copy = yield* openCopy({ source, target: yield* openSide(target, true) }).pipe(
      Effect.catchIf(
        (error) => error instanceof CopyRefused && error.code === "moved" && given.switch,
        () => Effect.succeed(undefined)
      )
    )
    if (copy === undefined)
      return yield* printAs(
        given.json,
        { from: source.name, to: nameOf(target), moved: true, tables: [] },
        `${source.name} is moved to ${nameOf(target)}.`
      )
    if (copy.phase === "closing" && !given.switch)
      return yield* commandFailed(
        "closed",
        `${source.name} is closed already. Give --switch to finish, or --abandon to open it again.`
      )
    yield* copy.copyTables(yield* makeReport)
    yield* copy.applyChanges
    if (given.switch) return yield* finish(copy, given)
    if (given.follow) return yield* follow(copy)
    const behind = yield* copy.countBehind
    yield* printAs(
      given.json,
      { from: source.name, to: copy.target.name, moved: false, behind },
      `Copied ${source.name} to ${copy.target.name}. ${behindText(behind)}`
    )
    yield* remark(
      "Changes are noted until you move or abandon it. Run the command again to copy them, with --follow to go on, and with --switch to move: docs/move.md."
    )
  })

const abandoning = (settings: Settings, given: Given) =>
  Effect.gen(function* () {
    const from = yield* sourceOf(given, settings)
    const asked = askedTarget(given)
    const target = asked === undefined ? undefined : yield* databaseOf("to", asked, settings)
    if (target !== undefined) yield* requireFree(target, given)
    const source = yield* openSource(from)
    const other = target === undefined ? undefined : yield* openSide(target, true)
    if ((yield* findCopy(source.database))?.phase === "moved")
      yield* confirm({
        question: `${source.name} was moved. What the other database has accepted since stays there, and what was sent from there is sent again. Continue?`,
        otherwise: "Nothing was abandoned.",
        yes: given.yes,
        json: given.json
      })
    const { peer } = yield* abandonCopy(source, other)
    yield* printAs(
      given.json,
      { from: source.name, to: peer, abandoned: true },
      `${source.name} is open, and no longer copied to ${peer}. Remove what is there.`
    )
  })

const withGiven = (given: Given) => {
  const to = askedTarget(given)
  if ([given.follow, given.switch, given.abandon].filter(Boolean).length > 1)
    return commandFailed("usage", "Give only one of --follow, --switch and --abandon.")
  if (to === undefined && !given.abandon)
    return commandFailed("usage", "`telemark copy` needs --to.")
  return withSettings((settings) =>
    Effect.scoped(
      to === undefined || given.abandon ? abandoning(settings, given) : copying(settings, given, to)
    )
  )
}

export const copy = Command.make("copy", options, withGiven).pipe(
  Command.withDescription(
    "Moves everything into another database, SQLite or Postgres, while the server runs on the one it is in. You can interrupt and repeat it at any time. --switch, once no process runs any more, compares every table and lets the other database take its place."
  )
)
