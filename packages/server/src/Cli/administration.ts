import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { administration } from "./administrationCommands.js"

NodeRuntime.runMain(administration(process.argv), {
  disableErrorReporting: true,
  disablePrettyLogger: true
})
