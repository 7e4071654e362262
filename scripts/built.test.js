import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { isForAnotherNode } from "./built.mjs"
import { lacking } from "./pack.mjs"
import { packages } from "./packages.mjs"

const temporary = () => {
  const directory = mkdtempSync(join(tmpdir(), "telemark-scripts-"))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

it.each(packages.map(({ directory, manifest }) => [manifest.name, directory]))(
  "classes of %s have their names in what is built",
  (_, directory) => {
    const dist = join(directory, "dist")
    for (const file of readdirSync(dist).filter((name) => /\.c?js$/.test(name))) {
      const renamed = readFileSync(join(dist, file), "utf8").match(/^var \w+ = class _\w+/m)
      expect(renamed, file).toBeNull()
    }
  }
)

it("an error prints its own name", () => {
  const { directory } = packages.find(({ folder }) => folder === "telemark")
  // In a process of its own: this one takes packages from their sources.
  const names = execFileSync(process.execPath, [
    "-p",
    `const { NotFound, ValidationFailed } = require(${JSON.stringify(join(directory, "dist/index.cjs"))})
    NotFound.name + " " + ValidationFailed.name`
  ])
  expect(String(names).trim()).toBe("NotFound ValidationFailed")
})

it("a binary that this Node can't load is told from one that it can, and from none", () => {
  const binary = join(temporary(), "sqlite.node")
  writeFileSync(binary, "for another Node")
  expect(isForAnotherNode(() => createRequire(import.meta.url)(binary))).toBe(true)
  expect(isForAnotherNode(() => createRequire(import.meta.url)("./missing.node"))).toBe(false)
  expect(isForAnotherNode()).toBe(false)
})

it("a package without its declarations is not packed", () => {
  const directory = temporary()
  const manifest = {
    publishConfig: {
      exports: { ".": { import: { types: "./index.d.ts", default: "./index.js" } } }
    }
  }
  writeFileSync(join(directory, "index.js"), "")
  expect(lacking({ directory, manifest })).toEqual(["./index.d.ts"])
  writeFileSync(join(directory, "index.d.ts"), "")
  expect(lacking({ directory, manifest })).toEqual([])
})
