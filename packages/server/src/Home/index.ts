export { homeMiddleware } from "./home.js"
