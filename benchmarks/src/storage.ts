import type { StorageError } from "@telemark/contract"
import type { StoragePorts } from "@telemark/core"
import { postgres } from "@telemark/postgres"
import { sqlite } from "@telemark/sqlite"
import type { Layer } from "effect"

/**
 * What Telemark encrypts secrets with, of which no benchmark stores any; Postgres keeps no key of
 * its own.
 */
export const secret = Buffer.alloc(32, "benchmark").toString("base64")

const sqlitePrefix = "sqlite:"

/** The file of `sqlite:/path/mail.db`; undefined for the URL of a Postgres. */
export const sqliteFile = (url: string): string | undefined =>
  url.startsWith(sqlitePrefix) ? url.slice(sqlitePrefix.length) : undefined

/** The storage behind such a URL as TELEMARK_DATABASE_URL takes. */
export const storageOf = (url: string): Layer.Layer<StoragePorts, StorageError> => {
  const filename = sqliteFile(url)
  return filename === undefined ? postgres({ url }) : sqlite({ filename })
}
