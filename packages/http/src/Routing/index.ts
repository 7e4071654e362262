export { nearestOperation } from "./nearestOperation.js"
export {
  type Matched,
  pathOf,
  type RootPath,
  rootPaths,
  type Route,
  routeOf,
  version
} from "./routes.js"
