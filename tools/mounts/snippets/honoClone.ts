import { Hono } from "hono"
import { cloneRawRequest } from "hono/request"
import { telemark } from "./telemark.js"

const app = new Hono()
app.all("/v1/*", async (c) => telemark.fetch(await cloneRawRequest(c.req)))
