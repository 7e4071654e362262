import { routeHandlers } from "telemark"
import { telemark } from "@/lib/telemark"

// Telemark's HTTP interface, for what else of yours sends mail.
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeHandlers(telemark)
