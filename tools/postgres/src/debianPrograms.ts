import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"

const versions = "/usr/lib/postgresql"

/**
 * Where Debian's programs of Postgres are, with those that npm's lack: `pg_dump`, `pg_restore` and
 * `pg_basebackup`. They need a server of their own version or an older one.
 */
export const debianPrograms = (): string => {
  const found = (existsSync(versions) ? readdirSync(versions) : [])
    .toSorted((one, other) => Number(one) - Number(other))
    .map((version) => join(versions, version, "bin"))
    .findLast(
      (folder) => existsSync(join(folder, "pg_basebackup")) && existsSync(join(folder, "postgres"))
    )
  if (found === undefined)
    throw new Error(
      "Postgres' own programs are missing: apt-get install postgresql, or set TELEMARK_TEST_POSTGRES=off to leave out the tests on Postgres."
    )
  return found
}
