import { library } from "../../tsup.base.js"

export default library({ subpaths: { effect: "src/effect.ts" } })
