// Hot path (docs/hot-paths.md): callbacks, and one piece a turn to the thread.
import { DeliveryOutcome, type OutgoingMessage } from "@telemark/core"
import { Worker } from "node:worker_threads"
import type { Ended } from "../sendPrepared.js"
import type { ClickEnds, FromThread, LogLine, ThreadOptions, ToThread } from "./Handover.js"
import { endsOf, Outbound } from "./Outbound.js"

/** For QUIT and its reply when the thread ends, in milliseconds. */
const closeWithin = 2000

/**
 * What it composes is gone at once. As fast as without a limit, and 40 MB less memory under load.
 */
const maxYoungGenerationSizeMb = 32

/**
 * Turbopack takes each file beside a `new Worker` for a module that it may run, our types included,
 * and the build of a Next.js application fails. It doesn't follow a class.
 */
class Thread extends Worker {}

interface SmtpThreadParts {
  /** Its program. */
  readonly file: string
  readonly options: ThreadOptions
  readonly log: (line: LogLine) => void
}

/**
 * A transport in a thread of its own, begun by the first message. If it dies, what was handed to it
 * is over, and the next message begins another.
 */
export class SmtpThread {
  readonly #parts: SmtpThreadParts
  readonly #waiting = new Map<number, Ended>()
  /** Those of them that crossed. */
  readonly #crossed = new Set<number>()
  #outbound = new Outbound()
  #worker: Worker | undefined
  #hasRun = false
  #isDue = false
  #last = 0
  #isClosed = false

  constructor(parts: SmtpThreadParts) {
    this.#parts = parts
  }

  /** As `Transport.begin`, for signed messages as well. */
  begin(message: OutgoingMessage, done: Ended): () => void {
    const number = ++this.#last
    const { body, links } = message
    let isHanded = false
    this.#await(number, done)
    const hand = (ends: ClickEnds | undefined): void => {
      // It was withdrawn meanwhile.
      if (!this.#waiting.has(number)) return
      isHanded = true
      this.#worker ??= this.#start()
      this.#outbound.add(number, message, ends)
      this.#post()
    }
    const fail = (defect: unknown): void => {
      this.#log("handing a message to the thread that delivers mail failed unexpectedly", defect)
      this.#end(number, this.#lost(false))
    }
    try {
      const ends = links?.click && endsOf(body, links.click)
      if (ends instanceof Promise) ends.then(hand).catch(fail)
      else hand(ends)
    } catch (defect) {
      fail(defect)
    }
    return () => {
      if (!this.#waiting.has(number)) return
      if (!isHanded) return this.#end(number, undefined)
      this.#outbound.withdraw(number)
      this.#post()
    }
  }

  /** Closes the connections and ends the thread. Nothing may be begun afterwards. */
  close(done: () => void): void {
    this.#isClosed = true
    const worker = this.#worker
    if (worker === undefined) return done()
    const late = setTimeout(() => void worker.terminate(), closeWithin)
    worker.ref()
    worker.once("exit", () => {
      clearTimeout(late)
      done()
    })
    worker.postMessage(this.#outbound.take(true))
  }

  /** Once in this turn, whatever it begins. */
  #post(): void {
    if (this.#isDue) return
    this.#isDue = true
    queueMicrotask(() => {
      this.#isDue = false
      const batch: ToThread = this.#outbound.take()
      if (this.#worker === undefined) return
      for (const { number } of batch.messages) this.#crossed.add(number)
      this.#worker.postMessage(batch)
    })
  }

  #await(number: number, done: Ended): void {
    this.#waiting.set(number, done)
    // Like an open socket, a message under way keeps the process.
    if (this.#waiting.size === 1) this.#worker?.ref()
  }

  #end(number: number, outcome: DeliveryOutcome | undefined): void {
    const done = this.#waiting.get(number)
    if (done === undefined) return
    this.#waiting.delete(number)
    this.#crossed.delete(number)
    if (this.#waiting.size === 0) this.#worker?.unref()
    done(outcome)
  }

  #lost(ambiguous: boolean): DeliveryOutcome {
    const stage = ambiguous ? "end_of_data" : "connect"
    return DeliveryOutcome.Broken({ provider: "smtp", stage, reason: "internal", ambiguous })
  }

  #log(...message: ReadonlyArray<unknown>): void {
    this.#parts.log({ level: "Error", message })
  }

  #start(): Worker {
    const { file, options } = this.#parts
    // The host's options, such as a loader, don't apply.
    const worker = new Thread(file, {
      workerData: options,
      execArgv: [],
      resourceLimits: { maxYoungGenerationSizeMb }
    })
    this.#hasRun = false
    worker.on("message", ({ logs, outcomes }: FromThread) => {
      this.#hasRun = true
      for (const line of logs) this.#parts.log(line)
      for (const [number, outcome] of outcomes) this.#end(number, outcome)
    })
    let why: unknown
    worker.on("error", (error) => {
      why = error
    })
    worker.on("exit", (code) => {
      this.#ended(why ?? `exit code ${String(code)}`)
    })
    return worker
  }

  #ended(why: unknown): void {
    this.#worker = undefined
    this.#outbound = new Outbound()
    // As without a thread, nothing comes of what wasn't over by then.
    if (this.#isClosed) return
    this.#log(
      "the thread that delivers mail ended; mail that it had is tried again, and the next begins another",
      why
    )
    // Which of what crossed the server has isn't known, unless the thread never ran.
    for (const number of [...this.#waiting.keys()])
      this.#end(number, this.#lost(this.#hasRun && this.#crossed.has(number)))
  }
}
