export {
  type Matched,
  pathOf,
  type RootPath,
  rootPaths,
  type Route,
  routeOf,
  version
} from "./routes.js"
