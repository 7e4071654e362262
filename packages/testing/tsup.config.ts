import { library } from "../../tsup.base.js"

export default library({ subpaths: { vitest: "src/vitest.ts" } })
