// Runs the steps of the Dockerfile without Docker, each stage in a folder of its own, and then the
// image's command: as its user, on a read-only file system, checked by its health check and ended by
// SIGTERM. Says what it takes.
//   node scripts/check-image.mjs [--node 20]
// Needs root, as the builds of images have it, and Linux. The folders stand for /source, /app and
// /data; base images and other processors are not tried.
import { execFileSync, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { setImmediate } from "node:timers/promises"
import { parseArgs } from "node:util"
import { ignoredBy, lastOf, nodeVersion, problemsOf, stagesOf } from "./dockerfile.mjs"
import { nodeOf } from "./onNode.mjs"
import { root } from "./pnpm.mjs"
import { prebuilt } from "./prebuilt.mjs"
import { tally } from "./tally.mjs"

const text = readFileSync(join(root, "Dockerfile"), "utf8")
const { node: version } = parseArgs({
  options: { node: { type: "string", default: nodeVersion(text) } }
}).values
const node = process.version.startsWith(`v${version}.`) ? process.execPath : nodeOf(version)
const stages = stagesOf(text)
const image = stages.at(-1)

const folders = mkdtempSync(join(tmpdir(), "telemark-image-"))
// The image's user enters it.
chmodSync(folders, 0o755)
const folderOf = ({ name }) => join(folders, name || "image")

/** Folders of the image, as they are called in the Dockerfile. */
const names = ["source", "app", "data"]
const inStage = (stage, text) =>
  text.replace(new RegExp(`(?<![\\w./-])/(${names.join("|")})\\b`, "g"), (_, name) =>
    join(folderOf(stage), name)
  )

const environment = { ...process.env, ...prebuilt(), NODE_PATH: "", CI: "true" }
environment.PATH = `${dirname(node)}${delimiter}${process.env.PATH}`

/** What `docker build` would send: tracked files, and those that may become so. */
const copyContext = (to) => {
  const isIgnored = ignoredBy(readFileSync(join(root, ".dockerignore"), "utf8"))
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard", "-z"]
  const files = execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\0")
  for (const file of files.filter((name) => name !== "" && !isIgnored(name)))
    if (existsSync(join(root, file))) cpSync(join(root, file), join(to, file))
}

const copy = (stage, cwd, { from, sources, to }) => {
  const target = to === "." ? cwd : inStage(stage, to)
  if (from === undefined) return copyContext(target)
  const source = stages.find(({ name }) => name === from)
  for (const one of sources)
    cpSync(inStage(source, one), target, { recursive: true, verbatimSymlinks: true })
}

const build = () => {
  for (const stage of stages) {
    let cwd = folderOf(stage)
    mkdirSync(cwd)
    for (const step of stage.steps) {
      if (step.keyword === "WORKDIR")
        mkdirSync((cwd = inStage(stage, step.text)), { recursive: true })
      if (step.keyword === "COPY") copy(stage, cwd, step)
      if (step.keyword !== "RUN") continue
      console.log(`> ${step.text}`)
      const command = inStage(stage, step.text)
      const done = spawnSync("sh", ["-c", command], { cwd, env: environment, stdio: [0, 2, 2] })
      if (done.status !== 0) throw new Error(`${step.text} ended with ${done.status}`)
    }
  }
}

const data = join(folderOf(image), "data")
const [uid, gid] = lastOf(image, "USER").text.split(":")

/** All is read-only but the volume, also the folder for temporary files. */
const readOnly = `set -e
temporary=$1 data=$2 uid=$3 gid=$4; shift 4
chown -R $uid:$gid $data
mount --bind $temporary $temporary
mount --bind $data $data
mount -o remount,ro,bind $temporary
mount -o remount,ro,bind /
if touch $temporary/telemark-written 2> /dev/null; then echo "not read-only" >&2; exit 1; fi
exec setpriv --reuid=$uid --regid=$gid --clear-groups --no-new-privs -- "$@"`

const freePort = async () => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address()
  server.close()
  return String(port)
}

const env = {
  HOME: "/nonexistent",
  TELEMARK_PORT: await freePort(),
  ...Object.fromEntries(
    Object.entries(lastOf(image, "ENV").values).map(([name, value]) => [
      name,
      inStage(image, value).replace("$PATH", environment.PATH)
    ])
  )
}
const url = `http://127.0.0.1:${env.TELEMARK_PORT}`

const run = (words) => {
  const command = words.map((word) => inStage(image, word))
  const args = ["--mount", "sh", "-c", readOnly, "sh", tmpdir(), data, uid, gid, ...command]
  return spawn("unshare", args, { cwd: data, env, stdio: ["ignore", "pipe", 2] })
}

const entry = lastOf(image, "ENTRYPOINT").words

const running = new Set()

/** Starts the image's command, and waits until its health check succeeds. */
const start = async () => {
  const server = run([...entry, ...lastOf(image, "CMD").words])
  running.add(server)
  const said = []
  createInterface({ input: server.stdout }).on("line", (line) => said.push(line))
  for (;;) {
    const check = run(lastOf(image, "HEALTHCHECK").words)
    const [code] = await once(check, "exit")
    if (code === 0) return { server, key: () => /tmk_\w+/.exec(said.join("\n"))?.[0] }
    if (server.exitCode !== null) throw new Error(`the image ended with ${server.exitCode}`)
  }
}

const stop = async ({ server }) => {
  const ended = once(server, "close")
  server.kill("SIGTERM")
  const [code, signal] = await ended
  running.delete(server)
  if (code !== 0) throw new Error(`SIGTERM ended it with ${code ?? signal}`)
}

const call = async (key, method, path, body) => {
  const response = await fetch(`${url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) })
  })
  if (!response.ok)
    throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response.json()
}

const megabytes = (bytes) => `${Math.round(bytes / 1e6)} MB`

const sizeOf = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, one) => sum + statSync(join(one.parentPath, one.name)).size, 0)

const residentOf = ({ pid }) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))[1]) * 1024

const mjml =
  "<mjml><mj-body><mj-section><mj-column><mj-text>Hello {{name}}</mj-text></mj-column></mj-section></mj-body></mjml>"
const template = { id: "welcome", name: "Welcome", subject_template: "Hello", mjml_source: mjml }

/** What it keeps is there when the next one starts on its volume. */
const use = async () => {
  const first = await start()
  // It is healthy before it has said all.
  while (first.key() === undefined && first.server.exitCode === null) await setImmediate()
  const key = first.key()
  console.log(`ok: healthy, as ${uid}:${gid} on a read-only file system`)
  await call(key, "POST", "/templates", template)
  const mail = { to: "ada@example.com", template_id: template.id, data: { name: "Ada" } }
  const { queued } = await call(key, "POST", "/emails/send", mail)
  while ((await call(key, "GET", `/emails/${queued[0].id}`)).status !== "sent");
  console.log(
    `ok: a mail of a template is captured; memory: ${megabytes(residentOf(first.server))}`
  )
  await stop(first)
  console.log("ok: SIGTERM ends it with 0")
  const second = await start()
  await call(key, "GET", `/emails/${queued[0].id}`)
  await stop(second)
  if (second.key() !== undefined) throw new Error("it made another key")
  console.log("ok: its volume keeps the mail")
}

const problems = problemsOf(text)
for (const problem of problems) console.log(`FAILED: ${problem}`)
let failed = problems.length
try {
  if (process.getuid() !== 0) throw new Error("run this as root, as images are built")
  build()
  console.log(`ok: /app has ${megabytes(sizeOf(join(folderOf(image), "app")))}`)
  await use()
} catch (error) {
  console.log(`FAILED: ${error.message}`)
  failed++
} finally {
  for (const server of running) server.kill("SIGKILL")
  rmSync(folders, { recursive: true, force: true })
}
tally(failed === 0 ? 1 : 0, failed)
