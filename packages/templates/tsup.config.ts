import { library } from "../../tsup.base.js"

export default library({ compiler: "src/Compiler/program.ts" })
