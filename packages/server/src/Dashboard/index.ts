export { makeServerDashboard } from "./makeServerDashboard.js"
export { signInUrl } from "./signInUrl.js"
