import compression from "compression"
import express from "express"
import type { Telemark } from "telemark"
import { listen, startWith, testHost } from "../src/index.js"

const limit = "20mb"

const mounted = (...before: ReadonlyArray<express.RequestHandler>) =>
  startWith((telemark: Telemark) => {
    const app = express()
    for (const handler of before) app.use(handler)
    app.use("/v1", telemark.nodeHandler)
    return listen(app)
  })

testHost("Express 5", mounted())

testHost(
  "Express 5 behind express.json() and express.urlencoded()",
  mounted(express.json({ limit }), express.urlencoded()),
  { parses: "JSON" }
)

testHost("Express 5 behind express.raw()", mounted(express.raw({ limit, type: () => true })), {
  parses: "octets",
  only: "bodies"
})

testHost("Express 5 behind express.text()", mounted(express.text({ limit, type: () => true })), {
  parses: "octets",
  only: "bodies"
})

testHost("Express 5 behind compression()", mounted(compression({ threshold: 0 })), {
  only: "bodies"
})
