import { fileURLToPath } from "node:url"

export default {
  distDir: "dist",
  turbopack: {
    root: fileURLToPath(new URL("../../..", import.meta.url)),
    // Tests run from the sources: if Next were to find Telemark by itself, a build of the packages
    // would have to come first.
    resolveAlias: { telemark: "../../../packages/telemark/src/routeHandlers.ts" }
  }
}
