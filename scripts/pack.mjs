// Packs every package as it would be published, and hands back the tarball of each by name.
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { packages } from "./packages.mjs"
import { root, run } from "./pnpm.mjs"

const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** `@telemark/core` is packed as `telemark-core-<version>.tgz`. */
const fileName = ({ manifest }) => `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`

const target = join(root, ".cache/packed")

/** Those that are there. */
const tarballs = () => {
  const made = existsSync(target) ? readdirSync(target) : []
  return packages.map((one) => {
    const name = fileName(one)
    if (!made.includes(name)) throw new Error(`${name} was not packed`)
    return { ...one, tarball: join(target, name) }
  })
}

export const pack = () => {
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name])
  const args = ["--yes", packageManager, ...filters, "pack", "--pack-destination", target]
  const code = run("npx", args, { stdio: ["ignore", "ignore", 2] })
  if (code !== 0) throw new Error("packing failed")
  return tarballs()
}

/** What was packed the last time, however long ago. */
export const packed = tarballs
