// Writes the files that follow from the contract and aren't in the repository, if they are missing
// or older than what they are made from: types, methods and errors of the client, and names that
// `telemark` exports.
import { spawnSync } from "node:child_process"
import { existsSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))

const timesIn = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).flatMap((name) => timesIn(join(path, name)))
    : [statSync(path).mtimeMs]

/** When a file, or the newest file of a folder, was changed. */
export const newest = (path) => Math.max(0, ...timesIn(path))

const madeFrom = [
  "packages/contract/src",
  "packages/telemark/src/operations.ts",
  "tools/generate/src",
  "pnpm-lock.yaml"
].map((path) => join(root, path))
const made = ["client", "telemark"].map((name) => join(root, "packages", name, "src/generated"))

const isStale = () =>
  !made.every(existsSync) || Math.max(...madeFrom.map(newest)) > Math.min(...made.flatMap(timesIn))

/** Answers with the exit code: what is needed must be installed. */
export const generate = () => {
  if (!isStale()) return 0
  const args = ["--conditions=@telemark/source", "--import", "tsx", "tools/generate/src/main.ts"]
  return spawnSync(process.execPath, args, { cwd: root, stdio: ["ignore", 2, 2] }).status ?? 1
}
