// Packs every package as it would be published, and says where the tarballs are: node
// scripts/pack.mjs [--pnpm]
// With --pnpm it says so as the `overrides` of a pnpm-workspace.yaml. Needs a full build, with
// declarations.
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { packages as all } from "./packages.mjs"
import { fileURLToPath } from "node:url"
import { pnpm, root } from "./pnpm.mjs"

const packages = all.filter(({ manifest }) => manifest.private !== true)

/** `@telemark/core` is packed as `telemark-core-<version>.tgz`. */
const fileName = ({ manifest }) =>
  `${manifest.name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`

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

/** Every file that a manifest names, such as its declarations, at any depth of its exports. */
const filesOf = (exported) =>
  typeof exported === "string" ? [exported] : Object.values(exported).flatMap(filesOf)

/** What a package would be published without. */
export const lacking = ({ directory, manifest }) =>
  filesOf(manifest.publishConfig?.exports ?? manifest.exports ?? {}).filter(
    (file) => !file.includes("*") && !existsSync(join(directory, file))
  )

const requireBuilt = () => {
  const missing = packages.flatMap((one) =>
    lacking(one).map((file) => join("packages", one.folder, file))
  )
  if (missing.length === 0) return
  throw new Error(
    `${missing.length} files that would be published aren't there, such as ${missing[0]}. Run \`npm run build\`, which makes the declarations too.`
  )
}

export const pack = () => {
  requireBuilt()
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const filters = packages.flatMap(({ manifest }) => ["--filter", manifest.name])
  const code = pnpm([...filters, "pack", "--pack-destination", target], ["ignore", "ignore", 2])
  if (code !== 0) throw new Error("packing failed")
  return tarballs()
}

/** What was packed the last time, however long ago. */
export const packed = tarballs

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    const asOverrides = process.argv.includes("--pnpm")
    if (asOverrides) console.log("overrides:")
    for (const { manifest, tarball } of pack())
      console.log(asOverrides ? `  "${manifest.name}": "file:${tarball}"` : tarball)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
