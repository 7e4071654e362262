import { routeHandlers } from "telemark"
import { dashboard } from "@/lib/dashboard"

// The dashboard, for the staff.
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = routeHandlers(dashboard)
