import { setTimeout as pause } from "node:timers/promises"
import { Pool } from "undici"
import { monotonicMillis } from "./clock.js"
import { dueAt, runOpenLoop } from "./openLoop.js"

/** A service that takes mail over HTTP and delivers it, while it runs. */
export interface Service {
  /** Where mail is posted. */
  readonly url: string
  /** What stands in `Authorization`; requests take them in turn. */
  readonly authorizations: ReadonlyArray<string>
  /** Its processes, those of its database and queue included, each with its children. */
  readonly pids: ReadonlyArray<number>
  /** How many messages it recorded as sent, where it can say so. */
  readonly recorded?: () => Promise<number>
}

/** The body of the send of that number. */
type BodyOf = (send: number) => Buffer

/** What came of sends that were made. */
export interface Loaded {
  /** When it began and when the last was answered. */
  readonly began: number
  readonly ended: number
  /** How long each took, in milliseconds. */
  readonly answers: ReadonlyArray<number>
  /** Those that were not answered with 201. */
  readonly refused: number
}

const timeout = 30_000

const makePoster = ({ authorizations, url }: Service, connections: number) => {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, {
    connections,
    pipelining: 1,
    bodyTimeout: timeout,
    headersTimeout: timeout
  })
  /** The status of the answer; 0 without one. */
  const post = async (send: number, body: Buffer): Promise<number> => {
    const headers = {
      "content-type": "application/json",
      authorization: authorizations[send % authorizations.length] ?? ""
    }
    const answer = await pool.request({ method: "POST", path, headers, body })
    await answer.body.dump()
    return answer.statusCode
  }
  return {
    post: (send: number, body: Buffer): Promise<number> => post(send, body).catch(() => 0),
    close: () => pool.destroy()
  }
}

/** Ends with the first of both. */
export interface Extent {
  readonly sends?: number
  readonly millis?: number
}

/** Makes sends over these connections, each as soon as the one before it was answered. */
export const closedLoop = async (
  service: Service,
  bodyOf: BodyOf,
  { millis = Infinity, sends = Infinity }: Extent,
  connections: number
): Promise<Loaded> => {
  const { close, post } = makePoster(service, connections)
  const answers: Array<number> = []
  let refused = 0
  let next = 0
  const began = monotonicMillis()
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (
        let from = monotonicMillis();
        next < sends && from < began + millis;
        from = monotonicMillis()
      ) {
        const send = next++
        if ((await post(send, bodyOf(send))) !== 201) refused++
        answers.push(monotonicMillis() - from)
      }
    })
  )
  const ended = monotonicMillis()
  await close()
  return { began, ended, answers, refused }
}

/** What an open loop saw; times count from the instant at which a send was due. */
export interface OpenLoaded extends Loaded {
  readonly dueAt: (send: number) => number
  /** How late each was sent: the load's own part of the times. */
  readonly lateness: ReadonlyArray<number>
}

/** Enough that no send waits for a connection: that would be the load's own delay. */
const manyConnections = 500

/** Makes sends at a fixed rate, whatever is answered. */
export const openLoop = async (
  service: Service,
  bodyOf: BodyOf,
  sends: number,
  rate: number
): Promise<OpenLoaded> => {
  const { close, post } = makePoster(service, manyConnections)
  const loop = { begin: monotonicMillis() + 20, rate, count: sends }
  const due = (send: number): number => dueAt(loop, send)
  const answers: Array<number> = []
  const lateness: Array<number> = []
  let refused = 0
  await runOpenLoop(loop, monotonicMillis, async (send) => {
    lateness.push(monotonicMillis() - due(send))
    if ((await post(send, bodyOf(send))) !== 201) refused++
    answers.push(monotonicMillis() - due(send))
  })
  const deadline = monotonicMillis() + timeout
  while (answers.length < sends && monotonicMillis() < deadline) await pause(5)
  const ended = monotonicMillis()
  await close()
  return {
    began: loop.begin,
    ended,
    answers,
    refused: refused + sends - answers.length,
    lateness,
    dueAt: due
  }
}
