/**
 * Opens streams of events and reads them, in a process of its own: what reading costs isn't the
 * server's.
 */
import { get } from "node:http"
import { serveParent, tell } from "../parent.js"

serveParent()
const [url = "", key = "", count = "0"] = process.argv.slice(2)

const open = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get(
      `${url}/events/stream`,
      { agent: false, headers: { authorization: `Bearer ${key}` } },
      (response) => {
        if (response.statusCode !== 200)
          return reject(new Error(`a stream was answered ${String(response.statusCode)}`))
        response.once("data", () => {
          resolve()
        })
        response.resume()
      }
    ).on("error", reject)
  })

for (let opened = 0; opened < Number(count); opened++) await open()
tell(count)
