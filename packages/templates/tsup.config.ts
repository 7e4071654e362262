import { library } from "../../tsup.base.js"

export default library({ beside: { "telemark-template-compiler": "src/compiler/program.ts" } })
