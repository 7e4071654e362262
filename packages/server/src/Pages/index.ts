export {
  always,
  type Answer,
  json,
  nothingLoads,
  page,
  type PageOptions,
  redirect
} from "./answer.js"
export { html, Html, nothing } from "@telemark/html"
export { respond } from "./respond.js"
