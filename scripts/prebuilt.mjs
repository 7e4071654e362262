// Where npm finds better-sqlite3 built: the one of this checkout, packed as its makers publish it.
// Without it, each install in an empty folder fetches it from GitHub or, where that can't be
// reached, compiles SQLite for minutes.
import { existsSync, mkdirSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { root, run } from "./pnpm.mjs"

const binary = "build/Release/better_sqlite3.node"

/** What the environment of `npm install` needs for it: nothing where it isn't built here either. */
export const prebuilt = () => {
  const manifest = createRequire(join(root, "packages/telemark/package.json")).resolve(
    "better-sqlite3/package.json"
  )
  const built = dirname(manifest)
  const isMusl =
    process.platform === "linux" &&
    process.report.getReport().header.glibcVersionRuntime === undefined
  if (!existsSync(join(built, binary)) || isMusl) return {}
  const folder = join(root, ".cache/prebuilt")
  mkdirSync(folder, { recursive: true })
  const { version } = JSON.parse(readFileSync(manifest, "utf8"))
  const name = `better-sqlite3-v${version}-node-v${process.versions.modules}-${process.platform}-${process.arch}.tar.gz`
  const code = run("tar", ["-czf", join(folder, name), "-C", built, binary])
  return code === 0 ? { npm_config_better_sqlite3_local_prebuilds: folder } : {}
}
