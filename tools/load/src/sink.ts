import type { Arrivals, SinkQuestion, Taken } from "./sinkProtocol.js"
import type { Program } from "./startProgram.js"

/** The SMTP server that all deliver to. */
export interface Sink {
  readonly port: number
  /** Forgets all, and counts what comes of a new run, whose number it answers. */
  readonly begin: () => Promise<number>
  /** What was taken once it is that much, or after so many milliseconds. */
  readonly taken: (count: number, within: number) => Promise<Taken>
  readonly arrivals: () => Promise<ReadonlyMap<number, number>>
}

/** The sink that runs in that process: see `runSink`. */
export const sinkOf = (program: Pick<Program, "firstLine" | "ask">): Sink => {
  let run = 0
  const ask = async (question: SinkQuestion, within = 0): Promise<unknown> =>
    JSON.parse(await program.ask(JSON.stringify(question), within + 10_000))
  return {
    port: Number(program.firstLine),
    begin: async () => {
      await ask({ ask: "begin", run: ++run })
      return run
    },
    taken: async (count, within) => (await ask({ ask: "taken", count, within }, within)) as Taken,
    arrivals: async () => new Map((await ask({ ask: "arrivals" })) as Arrivals)
  }
}
