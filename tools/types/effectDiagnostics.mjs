// The types of the project once more, with Effect's diagnostics: node
// tools/types/effectDiagnostics.mjs. It takes twice the time of types alone, so only test:all does.
import { execFileSync } from "node:child_process"
import { run, root } from "../../scripts/pnpm.mjs"

// Its command, since the function it exports refuses its own package (0.45.0). It looks for the
// compiler from where it is called, and the root has another one.
const compiler = execFileSync("node_modules/.bin/effect-tsgo", ["get-exe-path"], {
  cwd: import.meta.dirname,
  encoding: "utf8"
})
process.exitCode = run(compiler.trim(), ["--incremental", "false", "-p", `${root}/tsconfig.json`])
