import fastify from "fastify"
import { isStaff } from "./staff.js"

/** The dashboard at /mail of a Fastify application. */
export const createFastify = (telemark, password) => {
  const app = fastify({ forceCloseConnections: true })
  app.get("/", () => ({ mail: "/mail" }))
  app.register(async (staff) => {
    staff.addHook("onRequest", async (request, reply) => {
      if (!isStaff(request.headers.authorization, password))
        return reply.code(401).header("www-authenticate", 'Basic realm="mail"').send()
      // What authorize gets is Node's own request.
      request.raw.user = { name: "Staff" }
    })
    staff.register(
      telemark.dashboard({
        authorize: ({ user }) =>
          user === undefined
            ? null
            : { tenant: "default", scopes: ["email:read", "suppression:read"], name: user.name }
      }).fastifyPlugin,
      { prefix: "/mail" }
    )
  })
  return app
}
