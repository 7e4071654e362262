// Measures `telemark serve` from outside, beside what people write themselves; or with --check
// compares costs that must not grow, each with a yardstick of the same run. Installs and builds
// what is missing first:
//   node scripts/benchmark.mjs [--quick] [--help …]
//   node scripts/benchmark.mjs --check [part of a check's name …]
import { ensureBuilt } from "./built.mjs"
import { run } from "./pnpm.mjs"

ensureBuilt()
const args = process.argv.slice(2)
process.exitCode = run(process.execPath, [
  ...(args.includes("--check") ? ["--conditions=@telemark/source"] : []),
  "--import",
  "tsx",
  ...(args.includes("--check")
    ? ["benchmarks/check/main.ts", ...args.filter((arg) => arg !== "--check")]
    : ["benchmarks/e2e/main.ts", ...args])
])
