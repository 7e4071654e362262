import { cli } from "./allCommands.js"
import { runMain } from "./runMain.js"

runMain(cli(process.argv))
