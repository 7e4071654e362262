import { execFileSync } from "node:child_process"
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Options } from "tsup"

type Plugin = NonNullable<Options["esbuildPlugins"]>[number]

/**
 * What is loaded from where it is installed, such as binaries, and by way of which packages it is
 * found: a program can't see the dependencies of its dependencies.
 */
type Installed = Readonly<Record<string, ReadonlyArray<string>>>

const loadInstalled = (installed: Installed): Plugin => ({
  name: "load-installed",
  setup: (build) => {
    for (const [name, owners] of Object.entries(installed)) {
      build.onResolve({ filter: new RegExp(`^${name}(?:/|$)`) }, ({ path }) =>
        // What the program's own package depends on can be imported as it is.
        owners.length === 0
          ? { path, external: true }
          : { path, namespace: "installed", pluginData: owners }
      )
    }
    build.onLoad({ filter: /.*/, namespace: "installed" }, ({ path, pluginData }) => ({
      contents: [
        'const { createRequire } = require("node:module")',
        "let load = require",
        ...(pluginData as ReadonlyArray<string>).map(
          (owner) => `load = createRequire(load.resolve("${owner}/package.json"))`
        ),
        `module.exports = load("${path}")`
      ].join("\n")
    }))
  }
})

/** The folder of the package that a bundled file comes from; undefined for one of ours. */
const packageOf = (file: string): string | undefined =>
  /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0]

const licenseOf = (folder: string): string => {
  const { license, name, version } = JSON.parse(
    readFileSync(join(folder, "package.json"), "utf8")
  ) as Readonly<Record<string, string>>
  const file = readdirSync(folder).find((one) => /^licen[sc]e/i.test(one))
  const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim()
  return `${String(name)} ${String(version)} (${String(license)})\n\n${text}`
}

/** Writes down the licenses of the packages that an entry has in it, as they require. */
const writeLicenses = (entry: string): Plugin => ({
  name: "write-licenses",
  setup: (build) => {
    build.onEnd(({ metafile }) => {
      const files = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
        Object.keys(inputs)
      )
      const folders = new Set(files.flatMap((file) => packageOf(file) ?? []))
      if (folders.size === 0) return
      const texts = [...folders].sort().map(licenseOf)
      mkdirSync("dist", { recursive: true })
      writeFileSync(`dist/${entry}.LICENSES.txt`, `${texts.join(`\n\n${"-".repeat(80)}\n\n`)}\n`)
    })
  }
})

/**
 * Leaves out what only unused modules import on demand, which would be built all the same. Fails
 * if one of them is used.
 */
const onlyOnDemand = (names: ReadonlyArray<string>): Plugin => ({
  name: "only-on-demand",
  setup: (build) => {
    build.onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind === "dynamic-import" && !names.includes(path) ? { path, external: true } : undefined
    )
    build.onEnd(({ metafile }) => {
      const used = Object.values(metafile?.outputs ?? {})
        .flatMap(({ imports }) => imports)
        .filter(
          ({ external, kind, path }) =>
            external === true && kind === "dynamic-import" && !path.startsWith(".")
        )
      if (used.length > 0)
        throw new Error(`imported on demand, too: ${used.map(({ path }) => path).join(", ")}`)
    })
  }
})

/** What one entry imports of another stays an import. */
const keepApart = (entries: ReadonlyArray<string>): Plugin => ({
  name: "keep-apart",
  setup: (build) => {
    build.onResolve(
      { filter: new RegExp(`^\\./(?:${entries.join("|")})\\.js$`) },
      ({ path, kind }) => (kind === "dynamic-import" ? { path, external: true } : undefined)
    )
  }
})

/** Keeps what an entry prints as help when it is started, with its colours: to be shown without it. */
const keepHelp = (entry: string) => () => {
  const terminal = "data:text/javascript,process.stdout.isTTY = true"
  const env = { ...process.env, NO_COLOR: "" }
  const start = `import { start } from "./dist/${entry}.js"; start()`
  const help = execFileSync(
    process.execPath,
    ["--import", terminal, "--input-type=module", "--eval", start, entry, "--help"],
    { env, encoding: "utf8" }
  )
  writeFileSync("dist/help.txt", help)
  return Promise.resolve()
}

interface Entry {
  readonly file: string
  /** The packages that it imports on demand, if other ones are only named in what it doesn't use. */
  readonly onDemand?: ReadonlyArray<string>
}

export interface Programs {
  /** Entries that can be run, by name. */
  readonly entries: Readonly<Record<string, Entry>>
  /** The entry whose help is kept as `help.txt`; its `start` runs the process's command line. */
  readonly help: string
  /** What the entries leave out. */
  readonly installed: Installed
}

/**
 * A program in few files, with Effect and our packages in them: opening and linking a thousand
 * modules takes longer than most commands do. Each entry is built by itself: together, they would
 * all load what one of them needs, since esbuild divides no index of a package.
 */
export const buildsOf = ({ entries, help, installed }: Programs): ReadonlyArray<Options> =>
  Object.entries(entries).map(([name, { file, onDemand }]) => ({
    entry: { [name]: file },
    format: "esm",
    splitting: true,
    noExternal: [/.*/],
    dts: false,
    ...(name === help ? { onSuccess: keepHelp(name) } : {}),
    // CommonJS among the dependencies requires modules of Node.
    banner: {
      js: 'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);'
    },
    esbuildPlugins: [
      keepApart(Object.keys(entries)),
      loadInstalled(installed),
      ...(onDemand === undefined ? [] : [onlyOnDemand(onDemand)]),
      writeLicenses(name)
    ],
    esbuildOptions: (esbuild) => {
      esbuild.conditions = ["@telemark/source"]
      // The positions in the sources are enough for traces; the texts are larger than the program.
      esbuild.sourcesContent = false
    }
  }))
