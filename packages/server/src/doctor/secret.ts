import {
  inspectSecrets,
  sealedSecretQueries,
  type SecretCounts,
  Secrets,
  stored
} from "@telemark/core"
import { Effect, Result } from "effect"
import { existsSync, statSync } from "node:fs"
import { explainStorage, loadSqlite } from "../application/storage.js"
import { secretMissing, type Settings } from "../settings/Settings.js"
import { type Finding, findingsOf } from "./Finding.js"

const { fail, ok, warn } = findingsOf("secret")

const isMissing = ({ database, secret }: Settings): boolean =>
  database._tag === "Postgres" && secret === undefined

export const requiredSecret = (settings: Settings): ReadonlyArray<Finding> =>
  isMissing(settings)
    ? secretMissing.problems.map(({ name, problem }) => fail(`${name} ${problem}.`))
    : []

/** `source` names the keys, `remedy` says how a missing one is restored. */
const judgeSecrets = (
  { damaged, outdated, total, unknownKey }: SecretCounts,
  source: string,
  remedy: string
): Finding => {
  if (total === 0) return ok(`${source} can be used; nothing is encrypted with it yet.`)
  if (unknownKey > 0)
    return fail(
      `${source} decrypts ${String(total - unknownKey - damaged)} of ${String(total)} stored secrets. ${remedy}`
    )
  if (damaged > 0)
    return fail(
      `Damaged: ${String(damaged)} of ${String(total)} stored secrets. Restore a backup, or save them again.`
    )
  return outdated > 0
    ? warn(
        `${source} decrypts all stored secrets (${String(total)}), ${String(outdated)} of them with an older key.`,
        { command: "`telemark secrets rotate` encrypts them with the newest." }
      )
    : ok(`${source} decrypts all stored secrets (${String(total)}).`)
}

const others = 0o007

/** If it is missing or others can read it, nothing else needs to be said. */
const checkKeyFile = (path: string, total: number): Finding | undefined => {
  if (!existsSync(path))
    return total > 0 ? undefined : ok(`There is no key file ${path} yet; the first start makes it.`)
  return process.platform !== "win32" && (statSync(path).mode & others) !== 0
    ? fail(
        `The key file ${path} can be accessed by every user of this machine. Restrict it, and change its key.`,
        { command: "`chmod 600` restricts it, `telemark secrets rotate` changes the key." }
      )
    : undefined
}

const missingKeys = "Add the missing key after the present ones, separated by a comma."

/** Creates no key file. */
export const checkSecret = (settings: Settings) =>
  Effect.gen(function* () {
    if (isMissing(settings)) return []
    const { database, secret } = settings
    const path =
      database._tag === "Sqlite"
        ? yield* Effect.flatMap(loadSqlite, ({ keyFileOf }) =>
            keyFileOf(database.filename, database.tablePrefix)
          )
        : undefined
    const total = (yield* stored((yield* sealedSecretQueries).all)).length
    const ofFile =
      secret === undefined && path !== undefined ? checkKeyFile(path, total) : undefined
    if (ofFile !== undefined) return [ofFile]
    const counts = yield* Effect.result(Effect.provide(inspectSecrets, Secrets.layer(secret)))
    if (Result.isFailure(counts)) {
      const error = counts.failure
      return [fail(error._tag === "StorageError" ? explainStorage(error) : error.message)]
    }
    const beside =
      path !== undefined && existsSync(path) ? ` It may be one of the keys in ${path}.` : ""
    return [
      secret === undefined
        ? judgeSecrets(counts.success, `The key file ${path ?? ""}`, "Restore it from its backup.")
        : judgeSecrets(counts.success, "TELEMARK_SECRET", missingKeys + beside)
    ]
  })
