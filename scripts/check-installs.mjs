// Installs the packed packages in empty folders, as a user would, with each package manager on each
// Node, and sends a mail there: by import and by require. Says how much is installed, and looks at
// what is said beside an Effect that is too old.
//   node scripts/check-installs.mjs [--packed] [npm|pnpm|yarn|yarn-pnp|bun …]
// Needs a full build. With --packed, the packages are those that were packed the last time. Nodes
// and package managers come from npm, and are kept.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { inParallel, listenTo } from "./inParallel.mjs"
import { nodeOf } from "./onNode.mjs"
import { pack, packed } from "./pack.mjs"
import { root, run } from "./pnpm.mjs"
import { prebuilt } from "./prebuilt.mjs"
import { tally } from "./tally.mjs"

const nodes = ["20", "22", "24"]

const made = process.argv.includes("--packed") ? packed() : pack()
// Beside them a checkout may be built and packed again.
const tarballs = mkdtempSync(join(tmpdir(), "telemark-tarballs-"))
const ours = Object.fromEntries(
  made.map(({ manifest, tarball }) => {
    cpSync(tarball, join(tarballs, `${manifest.name.replace("/", "-")}.tgz`))
    return [manifest.name, `file:${join(tarballs, `${manifest.name.replace("/", "-")}.tgz`)}`]
  })
)
const { manifest } = made.find((one) => one.manifest.name === "telemark")

const tools = join(root, ".cache/managers")
const tool = (path) => join(tools, "node_modules", path)

const installTools = () => {
  if (existsSync(tool(".package-lock.json"))) return
  mkdirSync(tools, { recursive: true })
  writeFileSync(join(tools, "package.json"), JSON.stringify({ private: true }))
  const packages = ["npm@11", "pnpm@10", "@yarnpkg/cli-dist@4", "bun@1"]
  const args = ["install", "--no-audit", "--no-fund", "--ignore-scripts=false", ...packages]
  const code = run("npm", args, { cwd: tools, stdio: ["ignore", "ignore", 2] })
  if (code !== 0) throw new Error("the package managers could not be installed")
}

const unbuilt = ["--ignore-scripts"]

const yarn = (node) => [node, tool("@yarnpkg/cli-dist/bin/yarn.js"), "install"]

/** The programs, as Node runs them; Bun is one of its own. Yarn is told by its environment. */
const managers = {
  npm: (node, options) => [node, tool("npm/bin/npm-cli.js"), "install", ...options],
  pnpm: (node, options) => [node, tool("pnpm/bin/pnpm.cjs"), "install", ...options],
  yarn,
  "yarn-pnp": yarn,
  bun: (_, options) => [tool("bun/bin/bun.exe"), "install", ...options]
}

const manifestWith = (dependencies) => ({
  private: true,
  dependencies,
  // Where a package of ours asks for another.
  overrides: ours,
  resolutions: ours,
  pnpm: { overrides: ours, onlyBuiltDependencies: ["better-sqlite3"] },
  trustedDependencies: ["better-sqlite3"]
})

const loads = [
  ["capture", "@telemark/smtp"],
  ["sqlite", "@telemark/sqlite"],
  ["createTelemark", "telemark"]
]
const send = `
const send = async () => {
  const telemark = await createTelemark({ storage: sqlite({ filename: "mail.db" }), transport: capture(), from: "Shop <shop@example.com>" })
  await telemark.emails.send({ to: "ada@example.com", subject: "Hello", text: "Hello" })
  const { emails } = await telemark.deliverDue()
  await telemark.close()
  if (emails.sent !== 1) throw new Error("nothing was sent")
}
send().catch((error) => {
  console.error(error)
  process.exitCode = 1
})
`
const programs = {
  "import.mjs": loads.map(([name, from]) => `import { ${name} } from "${from}"`).join("\n") + send,
  "require.cjs":
    loads.map(([name, from]) => `const { ${name} } = require("${from}")`).join("\n") + send
}

/** The packages below a folder, and the bytes of its files. Links aren't followed. */
const measured = (folder) => {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const isManifest = /[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^@.\\/][^\\/]*[\\/]package\.json$/
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0)
  return `${files.filter((file) => isManifest.test(file)).length} packages, ${Math.round(bytes / 1e6)} MB`
}

const makeFolder = (dependencies) => {
  const folder = mkdtempSync(join(tmpdir(), "telemark-install-"))
  writeFileSync(join(folder, "package.json"), JSON.stringify(manifestWith(dependencies)))
  // Otherwise Yarn takes the folder for a part of one above it.
  writeFileSync(join(folder, "yarn.lock"), "")
  for (const [name, text] of Object.entries(programs)) writeFileSync(join(folder, name), text)
  return folder
}

/**
 * Whether better-sqlite3 gets a binary: here, and on the oldest Node, which has no SQLite of its own.
 * Where there is none ready, to compile one takes minutes.
 */
const isBuilt = (version) => version === nodes[0] || process.version.startsWith(`v${version}.`)

const binaries = prebuilt()

const envOf = ({ manager, version }, node) => ({
  ...process.env,
  ...binaries,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  NODE_PATH: "",
  CI: "true",
  YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  YARN_ENABLE_SCRIPTS: String(isBuilt(version)),
  YARN_ENABLE_TELEMETRY: "false",
  YARN_NODE_LINKER: manager === "yarn-pnp" ? "pnp" : "node-modules"
})

const { effect } = manifest.peerDependencies

const wanted = {
  telemark: ours.telemark,
  "@telemark/sqlite": ours["@telemark/sqlite"],
  "@telemark/smtp": ours["@telemark/smtp"]
}

const works = async (one, onText) => {
  const { manager, version } = one
  const node = nodeOf(version)
  const folder = makeFolder({ ...wanted, effect })
  const options = { cwd: folder, env: envOf(one, node) }
  const isDone = async (command, ...args) => (await listenTo(command, args, onText, options)) === 0
  try {
    if (!(await isDone(...managers[manager](node, isBuilt(version) ? [] : unbuilt)))) return
    // A `require` of Effect, which is a module, isn't answered from Yarn's archives.
    if (manager === "yarn-pnp") {
      const finds = ["-r", "./.pnp.cjs", "--experimental-loader", "./.pnp.loader.mjs"]
      return (await isDone(node, ...finds, "import.mjs")) ? "archives" : undefined
    }
    for (const program of Object.keys(programs)) if (!(await isDone(node, program))) return
    return measured(join(folder, "node_modules"))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const refusesOldEffect = async (one, onText) => {
  const node = nodeOf(one.version)
  const folder = makeFolder({ ...wanted, effect: "3" })
  const options = { cwd: folder, env: envOf(one, node) }
  const says = async (text, command, ...args) => {
    let said = ""
    const code = await listenTo(command, args, (part) => (said += part), options)
    onText(said)
    return code !== 0 && said.includes(text)
  }
  const [command, ...args] = managers.npm(node, [...unbuilt, "--legacy-peer-deps"])
  try {
    const isRefused =
      (await says(`peer effect@"${effect}"`, ...managers.npm(node, unbuilt))) &&
      (await listenTo(command, args, onText, options)) === 0 &&
      (await says("/node_modules/effect/package.json", node, "import.mjs")) &&
      (await says("EffectNotUsable: Telemark needs Effect 4", node, "require.cjs"))
    return isRefused ? "Effect 3 is refused" : undefined
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const named = process.argv.slice(2).filter((argument) => !argument.startsWith("--"))
const chosen = Object.keys(managers).filter((one) => named.length === 0 || named.includes(one))
installTools()
for (const version of nodes) nodeOf(version)
const cases = chosen.flatMap((manager) =>
  nodes.map((version) => ({ manager, version, check: works }))
)
if (chosen.includes("npm"))
  cases.push({ manager: "npm", version: nodes[0], check: refusesOldEffect })
const results = await inParallel(cases, async (one) => {
  const began = performance.now()
  let said = ""
  const found = await one.check(one, (text) => (said += text))
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(
    `${found === undefined ? `${said}FAILED` : "ok"}: ${one.manager} on Node ${one.version}, ${found ?? "not as it should be"}, ${seconds} s`
  )
  return found !== undefined
})
rmSync(tarballs, { recursive: true, force: true })
const passed = results.filter((ok) => ok).length
tally(passed, results.length - passed)
