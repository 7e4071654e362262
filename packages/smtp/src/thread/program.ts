// The program of the thread of `smtp({ thread: true })`: a transport, and what crosses to it.
// Hot path (docs/hot-paths.md): callbacks, and one piece a turn from the thread.
import {
  type DeliveryOutcome,
  type MessageBody,
  type OutgoingMessage,
  Transport
} from "@telemark/core"
import { Cause, Effect, Exit, Layer, Logger, ManagedRuntime, Redacted, References } from "effect"
import { parentPort, workerData } from "node:worker_threads"
import { layerSmtp } from "../conversation/layerSmtp.js"
import { type Ended, ourFault } from "../sendPrepared.js"
import type {
  ClickEnds,
  FromThread,
  Handover,
  LogLine,
  Shared,
  ThreadOptions,
  ToThread
} from "./Handover.js"

const port = parentPort
if (port === null) throw new Error("this program runs in a thread of @telemark/smtp")

let outcomes: Array<readonly [number, DeliveryOutcome | undefined]> = []
let logs: Array<LogLine> = []
let isDue = false

const post = (): void => {
  if (isDue) return
  isDue = true
  setImmediate(() => {
    isDue = false
    const answer: FromThread = { outcomes, logs }
    outcomes = []
    logs = []
    port.postMessage(answer)
  })
}

/** Anything may be logged; functions can't cross. */
const crossable = (value: unknown): unknown => {
  try {
    return structuredClone(value)
  } catch {
    return String(value)
  }
}

const logger = Logger.make<unknown, void>(({ cause, logLevel, message }) => {
  if (logLevel === "All" || logLevel === "None") return
  const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const why = cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]
  logs.push({ level: logLevel, message: [...parts, ...why].map(crossable) })
  post()
})

const runtime = ManagedRuntime.make(
  layerSmtp(workerData as ThreadOptions).pipe(
    Layer.provideMerge(Logger.layer([logger])),
    // The other side knows what is to be logged.
    Layer.provideMerge(Layer.succeed(References.MinimumLogLevel, "All")),
    Layer.provideMerge(Layer.succeed(References.TracerEnabled, false))
  )
)
const transport = runtime.runSync(Effect.service(Transport))

const bodies = new Map<number, MessageBody>()
const files = new Map<number, OutgoingMessage["attachments"]>()
const ends = new Map<number, ClickEnds>()
const keys = new Map<number, OutgoingMessage["signing"][number]>()
/** How messages that aren't over are withdrawn. */
const stops = new Map<number, () => void>()

const add = <Sent, Kept>(
  to: Map<number, Kept>,
  { added }: Shared<Sent>,
  make: (sent: Sent) => Kept
): void => {
  for (const [number, value] of added) to.set(number, make(value))
}

const of = <A>(table: ReadonlyMap<number, A>, number: number): A => {
  const found = table.get(number)
  if (found === undefined) throw new Error("a message names what didn't cross")
  return found
}

const outgoing = (handover: Handover): OutgoingMessage => {
  const { links, own, signing } = handover
  const message = {
    ...own,
    body: of(bodies, handover.body),
    attachments: handover.files === undefined ? [] : of(files, handover.files),
    signing: signing.map((number) => of(keys, number))
  }
  if (links === undefined) return message
  const { click, pixel, unsubscribe } = links
  const targets = click && of(ends, click.ends)
  const clicks = click && { start: click.start, endFor: (to: string) => targets?.get(to) }
  return { ...message, links: { pixel, unsubscribe, click: clicks } }
}

/** A message that is signed takes a fiber, as without a thread. */
const inFiber = (message: OutgoingMessage, done: Ended): (() => void) => {
  const fiber = runtime.runFork(
    Effect.tapDefect(transport.deliver(message), (defect) =>
      Effect.logError("delivering a message failed unexpectedly", defect)
    ),
    { uninterruptible: true }
  )
  fiber.addObserver((exit) => {
    if (Exit.isSuccess(exit)) done(exit.value)
    // After a defect, perhaps it was sent.
    else done(Cause.hasInterruptsOnly(exit.cause) ? undefined : ourFault("smtp", true))
  })
  return () => {
    fiber.interruptUnsafe()
  }
}

const end = (number: number, outcome: DeliveryOutcome | undefined): void => {
  stops.delete(number)
  outcomes.push([number, outcome])
  post()
}

const begin = (handover: Handover): void => {
  const { number } = handover
  const done: Ended = (outcome) => {
    end(number, outcome)
  }
  const message = outgoing(handover)
  const send =
    transport.begin === undefined || message.signing.length > 0 ? inFiber : transport.begin
  stops.set(number, () => {})
  const stop = send(message, done)
  // It may be over already.
  if (stops.has(number)) stops.set(number, stop)
}

/** A defect in composing one message, before anything of it is sent, ends no other. */
const beginSafely = (handover: Handover): void => {
  try {
    begin(handover)
  } catch (defect) {
    runtime.runFork(Effect.logError("composing a message failed unexpectedly", defect))
    end(handover.number, ourFault("smtp"))
  }
}

port.on("message", (batch: ToThread) => {
  add(bodies, batch.bodies, (body) => body)
  add(files, batch.files, (attachments) => attachments)
  add(ends, batch.ends, (targets) => targets)
  add(keys, batch.keys, (key) => ({ ...key, private_key: Redacted.make(key.private_key) }))
  for (const handover of batch.messages) beginSafely(handover)
  for (const number of batch.bodies.forgotten) bodies.delete(number)
  for (const number of batch.files.forgotten) files.delete(number)
  for (const number of batch.ends.forgotten) ends.delete(number)
  for (const number of batch.keys.forgotten) keys.delete(number)
  for (const number of batch.withdrawn) stops.get(number)?.()
  if (batch.isLast)
    void runtime.dispose().then(() => {
      port.close()
    })
})
post()
