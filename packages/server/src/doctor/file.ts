import { Effect } from "effect"
import { constants, existsSync, statSync } from "node:fs"
import { access } from "node:fs/promises"
import { dirname } from "node:path"
import { explainStorage, loadSqlite } from "../application/storage.js"
import type { Settings } from "../settings/Settings.js"
import { findingsOf } from "./Finding.js"
import { checkContents, found } from "./contents.js"
import { checkDisk } from "./machine.js"

const { fail, ok } = findingsOf("database")

/** Of a file, or its nearest existing ancestor. */
export const nearestDirectory = (filename: string): string => {
  const directory = dirname(filename)
  return existsSync(directory) || directory === filename ? directory : nearestDirectory(directory)
}

const checkLocation = (filename: string) => {
  const directory = nearestDirectory(filename)
  if (!statSync(directory).isDirectory()) {
    return Effect.succeed(
      fail(
        `${filename} can't be made: ${directory} is a file. Set TELEMARK_DATABASE_URL to another path.`
      )
    )
  }
  const forbidden = `${filename} can't be made: this user may not write to ${directory}. Give it access, or set TELEMARK_DATABASE_URL to another path.`
  return Effect.tryPromise({
    try: () => access(directory, constants.W_OK | constants.X_OK),
    catch: () => forbidden
  }).pipe(
    Effect.andThen(
      Effect.mapError(loadSqlite, (error) => `${filename} can't be made. ${explainStorage(error)}`)
    ),
    Effect.match({
      onFailure: (problem) => fail(problem),
      onSuccess: () => ok(`There is no ${filename} yet; the first start makes it.`)
    })
  )
}

export const checkFile = (settings: Settings, filename: string) =>
  Effect.gen(function* () {
    const { findings, newestRow } = existsSync(filename)
      ? yield* checkContents(settings, filename)
      : found(yield* checkLocation(filename))
    return { findings: [...findings, yield* checkDisk(nearestDirectory(filename))], newestRow }
  })
