// Effect's diagnostics over the whole project, from its language service's plugin: node
// scripts/effectDiagnostics.mjs The plugin's own command builds a program of all files for every
// fifty that it looks at: 8 minutes where one program takes one.
import { createRequire } from "node:module"
import { relative } from "node:path"
import typescript from "typescript"
import { root } from "./pnpm.mjs"

const plugin = createRequire(import.meta.url)("@effect/language-service/index.js")
const name = "tsconfig.json"
const parsed = typescript.getParsedCommandLineOfConfigFile(
  `${root}/${name}`,
  {},
  {
    ...typescript.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(`${name}: ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`)
    }
  }
)
const program = typescript.createProgram({ rootNames: parsed.fileNames, options: parsed.options })
const config = parsed.options.plugins.find((entry) => entry.name === "@effect/language-service")
// What types are wrong is for tsc to say: the service beneath the plugin has nothing to add.
const service = plugin({ typescript }).create({
  config,
  languageService: { getProgram: () => program, getSemanticDiagnostics: () => [] },
  project: { log: () => {} }
})

const { Error: error, Warning: warning } = typescript.DiagnosticCategory
let failed = 0
for (const path of parsed.fileNames) {
  for (const { category, file, messageText, start } of service.getSemanticDiagnostics(path)) {
    const { character, line } = file.getLineAndCharacterOfPosition(start)
    // Messages are advice on style.
    if (category !== error && category !== warning) continue
    const kind = category === error ? "error" : "warning"
    failed += 1
    console.log(
      `${relative(root, path)}(${line + 1},${character + 1}): ${kind} ${typescript.flattenDiagnosticMessageText(messageText, "\n")}`
    )
  }
}
console.log(`${parsed.fileNames.length} files, ${failed} errors and warnings`)
if (failed > 0) process.exitCode = 1
