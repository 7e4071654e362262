import { library } from "../../tsup.base.js"

export default library({ beside: { thread: "src/thread/program.ts" } })
