// Measures `telemark serve` from outside, beside what people write themselves. Installs and builds
// what is missing first:
//   node scripts/benchmark.mjs [--quick] [--help …]
import { ensureBuilt } from "./built.mjs"
import { run } from "./pnpm.mjs"

ensureBuilt()
process.exitCode = run(process.execPath, [
  "--import",
  "tsx",
  "benchmarks/e2e/main.ts",
  ...process.argv.slice(2)
])
