// Checks the documentation: the site builds, every link leads somewhere, every block of code is
// compiled or run. Needs no build: it works on the sources.
import { install, run } from "./pnpm.mjs"

install()
process.exitCode = run(process.execPath, ["--import", "tsx", "tools/docs/src/main.ts", "check"])
