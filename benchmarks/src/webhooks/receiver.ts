/**
 * A receiver of webhooks that takes every one. POST is counted, GET answers with the number. Its
 * first line is its port.
 */
import { createServer } from "node:http"
import { serveParent, tell } from "../parent.js"

serveParent()
let taken = 0
const server = createServer((request, response) => {
  request.resume().once("end", () => {
    if (request.method === "POST") taken++
    response.end(request.method === "POST" ? "ok" : String(taken))
  })
})
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  tell(String(typeof address === "object" && address !== null ? address.port : 0))
})
