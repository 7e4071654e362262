import { Hono } from "hono"
import { compress } from "hono/compress"
import { mount } from "hono/mount"
import { startWith, testHost } from "../src/index.js"
import { serveHono } from "./support/serveHono.js"

testHost(
  "Hono on Node",
  startWith((telemark) => {
    const app = new Hono()
    app.all("/v1/*", (c) => telemark.fetch(c.req.raw))
    return serveHono(app)
  }),
  { cutsOff: true }
)

testHost(
  "Hono on Node behind compress(), below a mount",
  startWith((telemark) => {
    const app = new Hono()
    app.use(compress({ threshold: 0 }))
    app.all("/mail/*", mount(telemark.fetch))
    return serveHono(app)
  }, "/mail/v1"),
  { cutsOff: true, only: "bodies" }
)
