import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { cli } from "./Cli/index.js"

// That whoever read our output has gone (`telemark serve | head`) is no reason to stop delivering.
const ignore = (): void => {}
process.stdout.on("error", ignore)
process.stderr.on("error", ignore)

NodeRuntime.runMain(cli(process.argv), { disableErrorReporting: true, disablePrettyLogger: true })
