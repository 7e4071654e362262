import fastify from "fastify"
import { telemark } from "./telemark.js"

const app = fastify()
app.register(telemark.fastifyPlugin, { prefix: "/v1" })
await app.listen({ port: 3000 })
