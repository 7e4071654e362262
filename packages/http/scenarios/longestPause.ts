import { watchPauses } from "@telemark-tools/processor-time"
import { Worker } from "node:worker_threads"

/** A request as another thread sends it, so that what sending costs isn't measured. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

export interface Measured {
  readonly status: number
  readonly json: unknown
  /** The longest turn of the event loop, in milliseconds of processor time. */
  readonly pause: number
}

const sender = `
const { request } = require("node:http")
const { parentPort } = require("node:worker_threads")
parentPort.on("message", ({ body, key, method, path, port }) => {
  const sent = request({ host: "127.0.0.1", port, method, path, agent: false, headers: {
    authorization: "Bearer " + key, "content-type": "application/json", "content-length": body.byteLength
  } }, (response) => {
    const chunks = []
    response.on("data", (chunk) => chunks.push(chunk))
    response.on("end", () => parentPort.postMessage({ status: response.statusCode, text: Buffer.concat(chunks).toString() }))
  })
  sent.on("error", (error) => parentPort.postMessage({ status: 0, text: JSON.stringify(String(error)) }))
  sent.end(body)
})`

interface Answered {
  readonly status: number
  readonly text: string
}

/**
 * Sends requests to a server of this thread, one after the other, and measures how long each keeps
 * the thread from everything else.
 */
export const openSender = (port: number, key: string) => {
  const worker = new Worker(sender, { eval: true })
  const encoder = new TextEncoder()
  const send = async ({ body, ...request }: RawRequest): Promise<Measured> => {
    const octets = encoder.encode(body)
    const answered = new Promise<Answered>((resolve) => {
      worker.once("message", resolve)
    })
    const { stop } = watchPauses()
    worker.postMessage({ ...request, key, port, body: octets }, [octets.buffer])
    const { status, text } = await answered
    return { status, json: JSON.parse(text), pause: stop() }
  }
  return { send, close: () => worker.terminate() }
}
