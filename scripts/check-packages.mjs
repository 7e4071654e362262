// Checks what would be published, and that every dependency is declared and used. Needs a full
// build.
import { pack } from "./pack.mjs"
import { run } from "./pnpm.mjs"
import { tally } from "./tally.mjs"

let passed = 0
let failed = 0
const check = (title, command, args) => {
  const ok = run(command, args) === 0
  console.log(`${ok ? "ok" : "FAILED"}: ${title}`)
  if (ok) passed++
  else failed++
}

for (const { manifest, tarball } of pack()) {
  check(`publint ${manifest.name}`, "publint", [tarball, "--strict"])
  // Resolution without "exports" is not supported: it is older than the oldest Node that runs this.
  check(`attw ${manifest.name}`, "attw", [
    tarball,
    "--profile",
    "node16",
    "--no-emoji",
    "--no-color",
    "-f",
    "ascii",
    "-q"
  ])
}
check("knip", "knip", ["--no-progress", "--no-config-hints"])
tally(passed, failed)
