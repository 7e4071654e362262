// The packages of this workspace, each after those it depends on.
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./pnpm.mjs"

const read = (folder) => {
  const directory = join(root, "packages", folder)
  return {
    folder,
    directory,
    manifest: JSON.parse(readFileSync(join(directory, "package.json"), "utf8"))
  }
}

const all = readdirSync(join(root, "packages"))
  .filter((folder) => existsSync(join(root, "packages", folder, "package.json")))
  .map(read)

/** Rows of packages; those in one row do not depend on one another. */
const rows = () => {
  const result = []
  const placed = new Set()
  while (placed.size < all.length) {
    const row = all.filter(
      ({ manifest }) =>
        !placed.has(manifest.name) &&
        Object.keys({
          ...manifest.dependencies,
          ...manifest.optionalDependencies,
          ...manifest.peerDependencies
        }).every((name) => placed.has(name) || !all.some((other) => other.manifest.name === name))
    )
    if (row.length === 0) throw new Error("packages depend on one another in a circle")
    for (const { manifest } of row) placed.add(manifest.name)
    result.push(row)
  }
  return result
}

export const packages = rows().flat()
