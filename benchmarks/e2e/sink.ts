import { type Sink, sinkOf } from "@telemark-tools/load"
import { startChild } from "../src/child.js"

export const startSinkProcess = async (): Promise<Sink> =>
  sinkOf(await startChild("../e2e/sinkProcess.ts"))
