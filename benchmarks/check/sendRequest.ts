import { Worker } from "node:worker_threads"

/** A request as another thread sends it, so that what sending costs isn't measured. */
export interface RawRequest {
  readonly method: string
  readonly path: string
  readonly body: string
}

const sender = `
const { request } = require("node:http")
const { parentPort } = require("node:worker_threads")
parentPort.on("message", ({ body, key, method, path, port }) => {
  const sent = request({ host: "127.0.0.1", port, method, path, agent: false, headers: {
    authorization: "Bearer " + key, "content-type": "application/json", "content-length": body.byteLength
  } }, (response) => {
    response.resume()
    response.on("end", () => parentPort.postMessage({ status: response.statusCode }))
  })
  sent.on("error", () => parentPort.postMessage({ status: 0 }))
  sent.end(body)
})`

interface Answered {
  readonly status: number
}

/** Sends requests to a server of this thread, one after the other, and answers with the status. */
export const openSender = (port: number, key: string) => {
  const worker = new Worker(sender, { eval: true })
  const encoder = new TextEncoder()
  const send = async ({ body, ...request }: RawRequest): Promise<number> => {
    const octets = encoder.encode(body)
    const answered = new Promise<Answered>((resolve) => {
      worker.once("message", resolve)
    })
    worker.postMessage({ ...request, key, port, body: octets }, [octets.buffer])
    return (await answered).status
  }
  return { send, close: () => worker.terminate() }
}
