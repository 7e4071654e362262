import { spawn } from "node:child_process"

/** As whom the server runs: it refuses to be root, so that root's servers belong to nobody. */
export const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}

/** Runs a program to its end; fails with what it said if it fails. */
export const run = (program: string, args: ReadonlyArray<string>): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = ""
    const child = spawn(program, args, { ...user, cwd: "/", stdio: ["ignore", "pipe", "pipe"] })
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on("data", hear)
    child.stderr.on("data", hear)
    child.on("error", reject)
    child.on("close", (code) => {
      if (code === 0) resolve()
      else reject(new Error(`${program} failed:\n${said}`))
    })
  })
