import { type CheckRequest, checks } from "./checks.js"

addEventListener("message", ({ data: { content, name } }: MessageEvent<CheckRequest>) => {
  postMessage(checks[name](content))
})
