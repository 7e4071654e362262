// Checks what would be published, that every dependency is declared and used, and that all licenses
// are allowed. Needs a full build.
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { inParallel, listenTo } from "./inParallel.mjs"
import { pack } from "./pack.mjs"
import { packages } from "./packages.mjs"
import { root } from "./pnpm.mjs"
import { tally } from "./tally.mjs"

const typesWrong = ["--profile", "node16", "--no-emoji", "--no-color", "-f", "ascii", "-q"]

const checks = pack().flatMap(({ manifest: { name }, tarball }) => [
  { title: `publint ${name}`, command: "publint", args: [tarball, "--strict"] },
  // Resolution without "exports" is not supported: it is older than the oldest Node that runs this.
  { title: `attw ${name}`, command: "attw", args: [tarball, ...typesWrong] }
])

/** What a strict application sees: with the declarations of all packages checked themselves. */
const strict = join(root, ".cache/strict")
rmSync(strict, { recursive: true, force: true })
mkdirSync(strict, { recursive: true })
for (const [file, extension] of [
  ["import.mts", "js"],
  ["require.cts", "cjs"]
]) {
  const all = packages.map(
    ({ folder }) =>
      `export * as ${JSON.stringify(folder)} from "../../packages/${folder}/dist/index.${extension}"\n`
  )
  writeFileSync(join(strict, file), all.join(""))
}
const compilerOptions = {
  composite: false,
  incremental: false,
  noEmit: true,
  skipLibCheck: false,
  // It forbids `export` in what is CommonJS by its name.
  verbatimModuleSyntax: false
}
for (const [resolution, include, options] of [
  ["nodenext", ["."], {}],
  // Bundlers have no `require` in what is imported.
  ["bundler", ["import.mts"], { module: "esnext", moduleResolution: "bundler" }]
]) {
  const project = join(strict, `${resolution}.json`)
  const content = {
    extends: "../../tsconfig.base.json",
    include,
    compilerOptions: { ...compilerOptions, ...options }
  }
  writeFileSync(project, JSON.stringify(content))
  checks.unshift({ title: `strict types, ${resolution}`, command: "tsc", args: ["-p", project] })
}
checks.unshift({
  title: "licenses",
  command: process.execPath,
  args: ["scripts/licenses.mjs", "--check"]
})
checks.unshift({ title: "knip", command: "knip", args: ["--no-progress", "--no-config-hints"] })

const results = await inParallel(checks, async ({ args, command, title }) => {
  let said = ""
  const code = await listenTo(command, args, (text) => (said += text))
  console.log(`${code === 0 ? "ok" : `${said}FAILED`}: ${title}`)
  return code === 0
})
const passed = results.filter((ok) => ok).length
tally(passed, results.length - passed)
