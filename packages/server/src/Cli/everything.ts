import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { cli } from "./allCommands.js"

NodeRuntime.runMain(cli(process.argv), {
  disableErrorReporting: true,
  disablePrettyLogger: true
})
