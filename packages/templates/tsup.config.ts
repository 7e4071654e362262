import { library } from "../../tsup.base.js"

export default library({ compiler: "src/compiler/program.ts" })
