export { nearestOperation } from "./nearestOperation.js"
export {
  documentedPath,
  type Matched,
  pathOf,
  type RootPath,
  rootPaths,
  type Route,
  routeOf,
  version
} from "./routes.js"
