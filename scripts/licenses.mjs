// Which licenses the packages have that an installation brings, and those that are built in.
//   node scripts/licenses.mjs [--check]
// writes docs/licenses.md, or checks that it is current and that all of them are allowed. Needs a
// build.
import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { packages } from "./packages.mjs"
import { environment, root } from "./pnpm.mjs"

/** Whoever passes them on need only keep the notice, if that. */
const permissive = new Set([
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Python-2.0",
  "Unlicense"
])

/** Others, for one package each. */
const allowedFor = new Map([
  // Tables of browsers, as data: to be named as their source.
  ["caniuse-lite", "CC-BY-4.0"],
  // MIT, with the address of its text.
  ["slick", "MIT (http://mootools.net/license.txt)"]
])

/** One of several may be chosen; of several that apply, all must be allowed. */
export const isAllowed = ({ license, name }) =>
  allowedFor.get(name) === license ||
  license
    .replace(/^\((.*)\)$/, "$1")
    .split(" OR ")
    .some((choice) => choice.split(" AND ").every((one) => permissive.has(one)))

/** What npm and other package managers install with any of our packages. */
const installed = () => {
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const filters = packages
    .filter(({ manifest }) => manifest.private !== true)
    .flatMap(({ manifest }) => ["--filter", manifest.name])
  const args = ["--yes", packageManager, ...filters, "licenses", "list", "--prod", "--json"]
  const found = execFileSync("npx", args, {
    cwd: root,
    env: environment,
    stdio: ["ignore", "pipe", 2]
  })
  return Object.values(JSON.parse(found))
    .flat()
    .filter(({ paths: [path] }) => {
      // Binaries for one system are those of the package that asks for them.
      const { cpu, os } = JSON.parse(readFileSync(join(path, "package.json"), "utf8"))
      return cpu === undefined && os === undefined
    })
}

const listed = (folder, isList, pattern) =>
  readdirSync(join(root, folder))
    .filter((name) => isList.test(name))
    .flatMap((name) => [...readFileSync(join(root, folder, name), "utf8").matchAll(pattern)])
    .map(({ groups }) => ({ ...groups }))

/** What is in the files that we publish: their builds list it. */
const builtIn = () => [
  ...listed(
    "packages/dashboard/dist/app",
    /^LICENSES\.md$/,
    /^## (?<name>\S+) - \S+ \((?<license>.+)\)$/gm
  ),
  ...listed(
    "packages/server/dist",
    /\.LICENSES\.txt$/,
    /^(?<name>@?[a-z][\w./-]*) \d\S* \((?<license>.+)\)$/gm
  )
]

/** The page: a row for each license, most used first. */
export const pageOf = (found) => {
  const rows = [...new Set(found.map(({ license }) => license))]
    .map((license) => {
      const ofIt = found.filter((one) => one.license === license)
      return [license, [...new Set(ofIt.map(({ name }) => name))].sort()]
    })
    .sort(([a, one], [b, other]) => other.length - one.length || (a < b ? -1 : 1))
    .map(([license, all]) => `| ${license} | ${all.length} | ${all.join(", ")} |\n`)
  return `# Licenses

Telemark's packages have the MIT license. This page lists the licenses of every package that an installation of any of them brings, or that is built into one. All let you use and pass on the
software, also in closed products, as long as you keep their notices. A check holds the list current, and refuses others.

Installed packages have their license beside them. Those of what is built in are in \`dist/app/LICENSES.md\` of \`@telemark/dashboard\` and \`dist/*.LICENSES.txt\` of \`@telemark/server\`.

| License | Packages | Names |
| --- | --- | --- |
${rows.join("")}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = join(root, "docs/licenses.md")
  const found = [...installed(), ...builtIn()]
  for (const { license, name } of found.filter((one) => !isAllowed(one))) {
    console.error(`${name} has the license ${license}, which isn't among those that are allowed`)
    process.exitCode = 1
  }
  if (!process.argv.includes("--check")) writeFileSync(page, pageOf(found))
  else if (readFileSync(page, "utf8") !== pageOf(found)) {
    console.error("docs/licenses.md isn't current: run node scripts/licenses.mjs")
    process.exitCode = 1
  }
}
