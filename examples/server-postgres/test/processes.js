import { spawn } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const command = join(fileURLToPath(new URL("..", import.meta.url)), "node_modules/.bin/telemark")
const running = new Set()

/**
 * Starts `telemark` with these arguments and settings; after `timeout` milliseconds it is killed.
 */
export const start = (args, settings, timeout = 300_000) => {
  // Nothing but the settings: what the shell has set for another Telemark must not reach it.
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...settings }
  const child = spawn(command, args, {
    env,
    timeout,
    killSignal: "SIGKILL",
    stdio: ["ignore", "pipe", "pipe"]
  })
  running.add(child)
  let [output, log] = ["", ""]
  child.stdout.on("data", (chunk) => {
    output += chunk
  })
  child.stderr.on("data", (chunk) => {
    log += chunk
  })
  const ended = once(child, "close").then(([code, signal]) => {
    running.delete(child)
    return { code: code ?? signal, output, log }
  })
  const printed = (isWhole) =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (isWhole(output)) resolve(output)
      }
      child.stdout.on("data", look)
      look()
      ended.then(
        ({ code, log }) =>
          reject(new Error(`telemark ${args.join(" ")} ended with ${code}:\n${log}`)),
        reject
      )
    })
  return {
    ended,
    /** Its standard output, once `isWhole` says that all that was expected is there. */
    printed,
    stop: () => {
      child.kill("SIGTERM")
      return ended
    }
  }
}

/** Runs a command to its end. */
export const run = (args, settings) => start(args, settings, 60_000).ended

/** Ends what a failed test has left. */
export const killAll = () => {
  for (const child of running) child.kill("SIGKILL")
}
