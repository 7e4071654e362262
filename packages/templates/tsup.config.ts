import { library } from "../../tsup.base.js"

export default library({ beside: { compiler: "src/compiler/program.ts" } })
