import { library } from "../../tsup.base.js"

export default library({ beside: { "telemark-smtp-thread": "src/thread/program.ts" } })
