import { readFileSync, writeFileSync } from "node:fs"
import { defineConfig, type Options } from "tsup"
import { effectNeeded, usable } from "./packages/telemark/src/effectNeeded.js"
import { buildsOf, type Programs } from "./tsup.program.js"

interface Further {
  /** What is run as it is built, with its dependencies in it. */
  readonly programs?: Programs
  /** What other processes or threads of the package run: the name of each built file, and its source. */
  readonly beside?: Readonly<Record<string, string>>
  /** Further entries that are imported: the name of each subpath, and its file. */
  readonly subpaths?: Readonly<Record<string, string>>
}

/**
 * esbuild makes `var Name = class _Name` of a class that mentions itself, and `_Name` shows in what
 * Node prints. Its `keepNames` would name every closure again each time it is made. A blank in
 * place of the underscore keeps the columns of the source maps.
 */
const classNames = {
  name: "class-names",
  renderChunk: (code: string) => {
    const names = new Map(
      [...code.matchAll(/^var (\w+) = class (_\w+)/gm)].map(([, name = "", own = ""]) => [
        own,
        name
      ])
    )
    return names.size === 0
      ? undefined
      : {
          code: code.replace(
            new RegExp(`(?<![\\w$.])(?:${[...names.keys()].join("|")})(?![\\w$])`, "g"),
            (own) => (names.get(own) ?? own).padStart(own.length)
          )
        }
  }
}

/**
 * What `require` gets of a package that needs Effect, which has no CommonJS: Node has to require
 * modules anyway, and a second build would be a second copy of all that a process has once. First it
 * says what to install where Effect is missing or too old; for an `import` there is no before: all
 * modules are linked first.
 */
const forRequire = (entry: string): string => `"use strict"
{
  let found = "none"
  try {
    found = require("effect/package.json").version
  } catch {}
  if (!${String(usable)}.test(found)) {
    const message = ${JSON.stringify(effectNeeded("?"))}.replace("?", found)
    throw Object.assign(new Error(message), { name: "EffectNotUsable", code: "effect_not_usable" })
  }
}
module.exports = require("./${entry}.js")
`

interface Manifest {
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, object>>
}

/** The build of a package: its index as ESM and for `require`, and its programs. */
export const library = (options: Further = {}) => {
  // In the folder of the package.
  const { peerDependencies, peerDependenciesMeta } = JSON.parse(
    readFileSync("package.json", "utf8")
  ) as Manifest
  const needsEffect =
    peerDependencies?.["effect"] !== undefined && peerDependenciesMeta?.["effect"] === undefined
  const entries = { index: "src/index.ts", ...options.subpaths }
  // Entries share what both have: a class that was in two files would be two classes.
  const isShared = options.subpaths !== undefined
  const shared: Options = {
    target: "node20",
    platform: "node",
    tsconfig: "../../tsconfig.build.json",
    sourcemap: true,
    treeshake: false,
    // Left alone are dependencies, but not optional ones: those would be built in, their binaries
    // lost.
    external: [/^@telemark\//, "better-sqlite3"],
    clean: false,
    silent: true,
    plugins: [classNames]
  }
  return defineConfig([
    {
      ...shared,
      entry: { ...entries, ...options.beside },
      format: "esm",
      splitting: isShared || options.beside !== undefined,
      onSuccess: () => {
        if (needsEffect)
          for (const entry of Object.keys(entries))
            writeFileSync(`dist/${entry}.cjs`, forRequire(entry))
        return Promise.resolve()
      }
    },
    // For loaders that can't require modules, such as that of Jest.
    ...(needsEffect
      ? []
      : [{ ...shared, entry: entries, format: "cjs" as const, splitting: isShared }]),
    ...(options.programs === undefined
      ? []
      : buildsOf(options.programs).map((build) => ({ ...shared, ...build })))
  ])
}
