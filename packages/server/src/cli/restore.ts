import {
  type DatabaseContents,
  HeldMail,
  type HeldCounts,
  readContents,
  timestampOrNull
} from "@telemark/core"
import { Clock, Effect } from "effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { existsSync } from "node:fs"
import { resolve } from "node:path"
import { layerAdministration } from "../application/administration.js"
import { explainStorage, loadSqlite } from "../application/storage.js"
import type { Finding } from "../doctor/Finding.js"
import { checkSecret } from "../doctor/secret.js"
import { counted, printAs, remark } from "../output.js"
import type { Settings } from "../settings/Settings.js"
import { keyFileFor, mebibytes, requireSqlite } from "./backup.js"
import { commandFailed, Reported } from "./failures.js"
import { flag, json } from "./parameters.js"
import { recorded } from "./recorded.js"
import { withSettings } from "./withSettings.js"

interface Prepared {
  readonly contents: DatabaseContents
  readonly secret: ReadonlyArray<Finding>
  readonly held: HeldCounts
}

const none: HeldCounts = { messages: 0, sql_sends: 0 }

/** Migrates the copy, and looks at it with the secret of the database whose place it takes. */
const prepare =
  (settings: Settings, backup: string, isSending: boolean, isCheck = false) =>
  (copy: string) =>
    Effect.gen(function* () {
      const database = yield* requireSqlite(settings)
      const { layerStoredKeys } = yield* loadSqlite
      const keys = layerStoredKeys(database.filename, database.tablePrefix)
      const layer = layerAdministration(
        { ...settings, database: { ...database, filename: copy } },
        { migrate: true }
      )
      return yield* Effect.gen(function* () {
        const contents = yield* readContents
        const secret = yield* Effect.provide(checkSecret(settings), keys)
        const hold = isSending ? Effect.succeed(none) : (yield* HeldMail).hold
        const held = yield* isCheck ? hold : recorded({ operation: "database.restore" })(hold)
        return { contents, secret, held }
      }).pipe(Effect.provide(layer))
    }).pipe(
      // That names the copy.
      Effect.catchTag("StorageNotUsable", ({ cause }) =>
        commandFailed("backup_not_usable", `${backup} can't be restored. ${explainStorage(cause)}`)
      )
    )

const contentsText = ({
  messages,
  newest_at,
  scheduled,
  tenants,
  waiting,
  webhooks
}: DatabaseContents) => {
  const all = Object.values(messages).reduce((sum, count) => sum + count, 0)
  const byStatus = Object.entries(messages).map(([status, count]) => `${String(count)} ${status}`)
  return [
    `It has ${counted(tenants, "tenant")} and ${counted(all, "message")}${all === 0 ? "" : `: ${byStatus.join(", ")}`}.`,
    ...(newest_at === null
      ? []
      : [`The newest was accepted at ${timestampOrNull(newest_at) ?? ""}.`]),
    `In the queue are ${counted(waiting, "message")}, ${String(scheduled)} of them scheduled for later; ${counted(webhooks, "event")} wait for webhook endpoints.`
  ].join("\n")
}

const heldText = ({ messages, sql_sends }: HeldCounts): string =>
  `${counted(messages + sql_sends, "message is", "messages are")} held and not sent before you say so: they may have been sent after the backup. ` +
  "`telemark held list` lists them, `telemark held release` sends them, `telemark held cancel` cancels them."

const documentOf = ({ contents, held, secret }: Prepared) => ({
  ...contents,
  newest_at: timestampOrNull(contents.newest_at),
  held,
  secret: secret.map(({ message, status }) => ({ status, message }))
})

const saySecret = ({ secret }: Prepared) =>
  Effect.forEach(secret, ({ message }) => remark(message), { discard: true })

const isWrong = ({ secret }: Prepared): boolean => secret.some(({ status }) => status === "fail")

const verify = (settings: Settings, backup: string, isJson: boolean) =>
  Effect.gen(function* () {
    const { tablePrefix } = yield* requireSqlite(settings)
    const { verifyBackup } = yield* loadSqlite
    const { octets, prepared, step } = yield* verifyBackup({
      backup,
      tablePrefix,
      prepare: prepare(settings, backup, true, true)
    })
    yield* printAs(
      isJson,
      { backup, octets, step, ...documentOf(prepared) },
      `${backup} can be restored: ${mebibytes(octets)}, undamaged; its schema is at step ${String(step)}.\n${contentsText(prepared.contents)}`
    )
    yield* saySecret(prepared)
    if (isWrong(prepared)) return yield* new Reported()
  })

interface Asked {
  readonly force: boolean
  readonly json: boolean
  readonly send: boolean
}

/** The name of what is replaced. */
const asideOf = (filename: string) =>
  Effect.map(
    Clock.currentTimeMillis,
    (now) => `${filename}.replaced-${new Date(now).toISOString().replaceAll(/[-:]|\.\d+/g, "")}`
  )

const putInPlace = (settings: Settings, backup: string, { force, json, send }: Asked) =>
  Effect.gen(function* () {
    const database = yield* requireSqlite(settings)
    const { filename } = database
    const isTaken = existsSync(filename)
    if (isTaken && !force)
      return yield* commandFailed(
        "database_exists",
        `There is a database ${filename} already. Give --force to keep it under another name and put the backup in its place, or set TELEMARK_DATABASE_URL to another file.`
      )
    const { restoreDatabase } = yield* loadSqlite
    const aside = force ? yield* asideOf(filename) : undefined
    const { octets, prepared, step } = yield* restoreDatabase({
      ...database,
      backup,
      aside,
      prepare: prepare(settings, backup, send)
    })
    const kept = isTaken ? (aside ?? null) : null
    yield* printAs(
      json,
      { backup, database: filename, octets, step, kept, ...documentOf(prepared) },
      `Restored ${backup} to ${filename}: ${mebibytes(octets)}.\n${contentsText(prepared.contents)}`
    )
    if (kept !== null) yield* remark(`What was there is ${kept} now.`)
    yield* saySecret(prepared)
    const keyFile = yield* keyFileFor(database, settings)
    if (isWrong(prepared) && keyFile !== null)
      yield* remark(`Before you start a server, put the secret of the backup's time at ${keyFile}.`)
    if (!send) yield* remark(heldText(prepared.held))
  })

export const restore = Command.make(
  "restore",
  {
    file: Argument.withDescription(Argument.String("file"), "The backup."),
    verify: flag(
      "verify",
      "Only check whether the backup can be restored, with the secret of this database, on a copy beside the backup that is removed again."
    ),
    force: flag("force", "Keep an existing database under another name, and take its place."),
    send: flag("send", "Don't hold the mail that waits: the next worker sends it."),
    json
  },
  ({ file, verify: isOnlyCheck, ...asked }) =>
    withSettings((settings) => {
      const backup = resolve(file)
      if (!isOnlyCheck) return putInPlace(settings, backup, asked)
      return asked.force || asked.send
        ? commandFailed("usage", "--verify restores nothing: it takes neither --force nor --send.")
        : verify(settings, backup, asked.json)
    })
).pipe(
  Command.withDescription(
    "Checks a backup of a SQLite database, puts it in the database's place and brings its tables up to date. Mail that waits in it is held, since it may have been sent after the backup: `telemark held` releases or cancels it."
  )
)
