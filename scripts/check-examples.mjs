// Runs every example as a user would: copied out of the repository, on packed packages, with npm. Needs a full build.
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { pack } from "./pack.mjs"
import { root, run } from "./pnpm.mjs"
import { tally } from "./tally.mjs"

const folder = join(root, "examples")
const examples = existsSync(folder)
  ? readdirSync(folder).filter((name) => existsSync(join(folder, name, "package.json")))
  : []

/** Our packages come from the tarballs, also where one of them asks for another. */
const onTarballs = (manifest, tarballs) => {
  const replaced = (dependencies = {}) =>
    Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, tarballs[name] ?? range]))
  return {
    ...manifest,
    dependencies: replaced(manifest.dependencies),
    devDependencies: replaced(manifest.devDependencies),
    overrides: { ...manifest.overrides, ...tarballs }
  }
}

const npm = (cwd, ...args) => run("npm", args, { cwd, env: { ...process.env, CI: "true" } }) === 0

const runs = (name, tarballs) => {
  const copy = mkdtempSync(join(tmpdir(), `telemark-${name}-`))
  try {
    cpSync(join(folder, name), copy, {
      recursive: true,
      filter: (file) => !["node_modules", "dist"].includes(basename(file))
    })
    const file = join(copy, "package.json")
    writeFileSync(file, JSON.stringify(onTarballs(JSON.parse(readFileSync(file, "utf8")), tarballs), null, 2))
    return npm(copy, "install", "--no-audit", "--no-fund") && npm(copy, "test")
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

if (examples.length === 0) {
  console.log("no examples yet")
  tally(0, 0)
} else {
  const tarballs = Object.fromEntries(pack().map(({ manifest, tarball }) => [manifest.name, `file:${tarball}`]))
  const results = examples.map((name) => {
    const ok = runs(name, tarballs)
    console.log(`${ok ? "ok" : "FAILED"}: example ${name}`)
    return ok
  })
  tally(results.filter((ok) => ok).length, results.filter((ok) => !ok).length)
}
