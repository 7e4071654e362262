import { serve } from "@hono/node-server"
import { Hono } from "hono"
import { telemark } from "./telemark.js"

const app = new Hono()
app.all("/v1/*", (c) => telemark.fetch(c.req.raw))
serve({ fetch: app.fetch, port: 3000 })
