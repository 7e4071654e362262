import { library } from "../../tsup.base.js"

export default library({ subpaths: { transactions: "src/transactions.ts" } })
