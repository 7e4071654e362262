import { routeHandlers } from "telemark"
import { telemark } from "../../../../telemark.js"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeHandlers(async () =>
  (await telemark()).at("/mail/v1")
)
