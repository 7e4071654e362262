import type { CheckRequest, Checks } from "./checks.js"

/**
 * Runs a check beside the page: half a megabyte of html took 380 ms on a busy computer, in which
 * nothing could be clicked.
 */
export const runCheck = <Name extends keyof Checks>(
  name: Name,
  { html, text }: CheckRequest["content"],
  signal: AbortSignal
): Promise<ReturnType<Checks[Name]>> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(new URL("./check.worker.ts", import.meta.url), { type: "module" })
    worker.addEventListener("message", ({ data }: MessageEvent<ReturnType<Checks[Name]>>) => {
      worker.terminate()
      resolve(data)
    })
    worker.addEventListener("error", () => {
      worker.terminate()
      reject(new Error("the check could not be run in this browser"))
    })
    signal.addEventListener("abort", () => {
      worker.terminate()
      reject(signal.reason instanceof Error ? signal.reason : new Error("the check was left"))
    })
    worker.postMessage({ name, content: { html, text } } satisfies CheckRequest)
  })
