import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { cli } from "./Cli/index.js"

// If the reader of our output exits (`telemark serve | head`), delivery must go on.
const ignore = (): void => {}
process.stdout.on("error", ignore)
process.stderr.on("error", ignore)

NodeRuntime.runMain(cli(process.argv), { disableErrorReporting: true, disablePrettyLogger: true })
