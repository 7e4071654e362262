import {
  bodiesOf,
  keysFor,
  mailOf,
  makeKeys,
  measureLatency,
  measureThroughput,
  quantile,
  type Service,
  type Sink
} from "@telemark-tools/load"
import { Effect } from "effect"
import { mkdtemp, rm } from "node:fs/promises"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import { commandFailed, type CommandFailed } from "../cli/failures.js"
import { remark } from "../output.js"
import type { Measured } from "./describe.js"
import { openDatabase } from "./openDatabase.js"
import { type BenchServer, startServer, startSink } from "./startServer.js"

export interface BenchOptions {
  /** Of each of both parts, in seconds. */
  readonly duration: number
  /** Sends a second of the second part. */
  readonly rate: number
  readonly database: string | undefined
}

/** Connections that send at once in the first part. */
const connections = 50

/** Makes the server warm. */
const warmUp = 300

/** More than a machine does on which that is likely to be asked. */
const mostPerSecond = 6000

const bodyOf = bodiesOf(mailOf(1))

const temporaryFolder = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "telemark-bench-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

const stopped =
  "The server stopped answering in the middle. Run `telemark doctor` with these settings, and try again."

const attempt = <A>(act: () => Promise<A>, failed = stopped): Effect.Effect<A, CommandFailed> =>
  Effect.tryPromise({ try: act, catch: () => commandFailed("not_measured", failed) })

const serviceOf = async (
  { key, pid, url }: BenchServer,
  { duration, rate }: BenchOptions
): Promise<Service> => {
  const keys = await makeKeys({ key, url }, keysFor(duration * (mostPerSecond + rate)))
  return {
    url: `${url}/emails/send`,
    authorizations: keys.map((each) => `Bearer ${each}`),
    pids: [pid]
  }
}

const measureBoth = (service: Service, sink: Sink, { duration, rate }: BenchOptions) =>
  Effect.gen(function* () {
    const load = { bodyOf, recipients: 1, connections }
    yield* attempt(() => measureThroughput(service, sink, { ...load, sends: warmUp }))
    yield* remark(`Sending as fast as it is answered, for ${duration} s …`)
    const { taken, throughput } = yield* attempt(() =>
      measureThroughput(service, sink, { ...load, millis: 1000 * duration })
    )
    yield* remark(`Sending ${rate} a second, for ${duration} s …`)
    const latency = yield* attempt(() => measureLatency(service, sink, bodyOf, rate, duration))
    return { latency, mails: taken.count, throughput }
  })

/** What is left when all of this should have been through long ago. */
const spare = 60

const millisOf = (times: ReadonlyArray<number>) => ({
  p50: quantile(times, 0.5),
  p99: quantile(times, 0.99)
})

/** Starts a server, and measures it. All that it made is gone afterwards, however it ends. */
export const measure = (options: BenchOptions): Effect.Effect<Measured, CommandFailed> =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const database = yield* openDatabase(options.database, folder)
    const syncs = yield* attempt(
      database.syncTimes,
      `${database.title} can't be written to any more.`
    )
    yield* remark(`Starting \`telemark serve\` on ${database.title} …`)
    const sink = yield* startSink
    const server = yield* startServer(database, sink.port, folder)
    const service = yield* attempt(() => serviceOf(server, options))
    const { latency, mails, throughput } = yield* measureBoth(service, sink, options)
    return {
      mails,
      missing: throughput.missing + latency.missing,
      mails_per_second: throughput.endToEnd,
      processor_ms_per_mail: throughput.cpu / 1000,
      rate: options.rate,
      answer_ms: { p50: latency.answerP50, p99: latency.answerP99 },
      next_hop_ms: { p50: latency.dataP50, p99: latency.dataP99 },
      disk: database.bound,
      disk_ms: millisOf(syncs),
      database: database.title,
      node: process.version,
      cores: availableParallelism()
    }
  }).pipe(
    Effect.timeoutOrElse({
      duration: 1000 * (2 * options.duration + spare),
      orElse: () =>
        commandFailed(
          "too_slow",
          "It took a minute longer than it should have. Try it with a lower --rate, or when the machine has less to do."
        )
    }),
    Effect.scoped
  )
