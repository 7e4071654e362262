// Checks what would be published, and that every dependency is declared and used. Needs a full
// build.
import { inParallel, listenTo } from "./inParallel.mjs"
import { pack } from "./pack.mjs"
import { tally } from "./tally.mjs"

const typesWrong = ["--profile", "node16", "--no-emoji", "--no-color", "-f", "ascii", "-q"]

const checks = pack().flatMap(({ manifest: { name }, tarball }) => [
  { title: `publint ${name}`, command: "publint", args: [tarball, "--strict"] },
  // Resolution without "exports" is not supported: it is older than the oldest Node that runs this.
  { title: `attw ${name}`, command: "attw", args: [tarball, ...typesWrong] }
])
checks.unshift({ title: "knip", command: "knip", args: ["--no-progress", "--no-config-hints"] })

const results = await inParallel(checks, async ({ args, command, title }) => {
  let said = ""
  const code = await listenTo(command, args, (text) => (said += text))
  console.log(`${code === 0 ? "ok" : `${said}FAILED`}: ${title}`)
  return code === 0
})
const passed = results.filter((ok) => ok).length
tally(passed, results.length - passed)
