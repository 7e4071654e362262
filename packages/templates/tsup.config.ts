import { library } from "../../tsup.base.js"

export default library({ worker: "src/Compiler/worker.ts" })
