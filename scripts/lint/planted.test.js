// Runs the linter on the tree `planted`, which has a fault for each rule. Where one is to be found,
// the line ends with `finds:` and the names of the rules; every other line has nothing to find.
import { spawn } from "node:child_process"
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { text } from "node:stream/consumers"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, expect, it } from "vitest"
import { arrows } from "./architecture.js"

const root = fileURLToPath(new URL("../..", import.meta.url))
const planted = fileURLToPath(new URL("planted", import.meta.url))

/** The rules of a configuration go by the place of a file in the repository: this is one like it. */
const repository = mkdtempSync(join(tmpdir(), "telemark-lint-"))

/** Files of a length that matters, and whether it is refused. */
const long = [
  { file: "packages/smtp/src/short.ts", lines: 300, refused: false },
  { file: "packages/smtp/src/explained.ts", lines: 301, first: "// One table.", refused: false },
  { file: "packages/smtp/src/unexplained.ts", lines: 301, first: "//", refused: true },
  { file: "packages/smtp/src/late.ts", lines: 301, first: "\n// One table.", refused: true },
  { file: "packages/smtp/src/long.ts", lines: 301, refused: true },
  { file: "packages/smtp/test/short.ts", lines: 500, refused: false },
  { file: "packages/smtp/test/long.ts", lines: 501, refused: true }
]

const configuration = () =>
  JSON.parse(readFileSync(join(root, ".oxlintrc.json"), "utf8").replaceAll(/^ *\/\/.*$/gm, ""))

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))

const findings = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line, at) =>
      (/finds: (.+)$/.exec(line)?.[1].split(", ") ?? []).map(
        (rule) => `${relative(planted, file)}:${at + 1} ${rule}`
      )
    )

/** `file:line rule` of everything that is to be found. */
const expected = [
  ...filesIn(planted).flatMap(findings),
  ...long.flatMap(({ file, refused }) => (refused ? [`${file}:1 architecture/lines`] : []))
]

/** `architecture(lines)` is what the configuration calls `architecture/lines`. */
const ruleOf = ({ code, message }) =>
  code === undefined
    ? /^Unused .* directive/.test(message)
      ? "unused directive"
      : message
    : code.replace(/^eslint\((.+)\)$/, "$1").replace(/\((.+)\)$/, "/$1")

const lint = async () => {
  const child = spawn(
    join(root, "node_modules/.bin/oxlint"),
    ["--format", "json", "benchmarks", "examples", "packages", "tools"],
    { cwd: repository, stdio: ["ignore", "pipe", "inherit"] }
  )
  const { diagnostics } = JSON.parse(await text(child.stdout))
  return diagnostics.map(
    (found) => `${found.filename}:${found.labels[0].span.line} ${ruleOf(found)}`
  )
}

beforeAll(() => {
  cpSync(planted, repository, { recursive: true })
  for (const { file, first = "", lines } of long)
    writeFileSync(join(repository, file), first + "\n".repeat(lines))
  const { jsPlugins } = configuration()
  for (const file of [".oxlintrc.json", "tsconfig.base.json", "tsconfig.json", ...jsPlugins])
    cpSync(join(root, file), join(repository, file))
  symlinkSync(join(root, "node_modules"), join(repository, "node_modules"))
})

afterAll(() => {
  rmSync(repository, { recursive: true, force: true })
})

it("finds each planted fault, and nothing else", async () => {
  expect((await lint()).sort()).toEqual(expected.sort())
})

it("has a planted fault for each rule", () => {
  const on = configuration().overrides.flatMap(({ rules }) =>
    Object.entries(rules).flatMap(([rule, setting]) => (setting === "off" ? [] : [rule]))
  )
  const found = expected.join("\n")
  expect(on.filter((rule) => !found.includes(` ${rule}`))).toEqual([])
})

it("has a line of arrows for every package", () => {
  expect(readdirSync(join(root, "packages")).filter((folder) => !(folder in arrows))).toEqual([])
})
