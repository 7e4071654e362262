import { administration } from "./administrationCommands.js"
import { runMain } from "./runMain.js"

runMain(administration(process.argv))
