import { Hono } from "hono"
import { isStaff } from "./staff.js"

/** The dashboard at /mail of a Hono application. */
export const createHono = (telemark, password) => {
  const isAllowed = (request) => isStaff(request.headers.get("authorization"), password)
  const dashboard = telemark
    .dashboard({
      authorize: (request) =>
        isAllowed(request)
          ? { tenant: "default", scopes: ["email:read", "suppression:read"], name: "Staff" }
          : null
    })
    .at("/mail")
  const app = new Hono()
  app.get("/", (c) => c.json({ mail: "/mail" }))
  app.all("/mail/*", (c) =>
    isAllowed(c.req.raw)
      ? dashboard.fetch(c.req.raw)
      : c.body(null, 401, { "www-authenticate": 'Basic realm="mail"' })
  )
  return app
}
