import { startChild } from "../src/child.js"
import type { Arrivals, SinkQuestion, Taken } from "./sinkProtocol.js"

/** The SMTP server that all deliver to. */
export interface Sink {
  readonly port: number
  /** Forgets all, and counts what comes of a new run, whose number it answers. */
  readonly begin: () => Promise<number>
  /** What was taken once it is that much, or after so many milliseconds. */
  readonly taken: (count: number, within: number) => Promise<Taken>
  readonly arrivals: () => Promise<ReadonlyMap<number, number>>
}

export const startSinkProcess = async (): Promise<Sink> => {
  const child = await startChild("../e2e/sinkProcess.ts")
  let run = 0
  const ask = async (question: SinkQuestion, within = 0): Promise<unknown> =>
    JSON.parse(await child.ask(JSON.stringify(question), within + 10_000))
  return {
    port: Number(child.firstLine),
    begin: async () => {
      await ask({ ask: "begin", run: ++run })
      return run
    },
    taken: async (count, within) => (await ask({ ask: "taken", count, within }, within)) as Taken,
    arrivals: async () => new Map((await ask({ ask: "arrivals" })) as Arrivals)
  }
}
