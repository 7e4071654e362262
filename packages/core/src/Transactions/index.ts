export type { Transaction, TransactionRow, TransactionRows } from "./Transaction.js"
export {
  CurrentTransaction,
  inTransaction,
  type JoinOptions,
  Transactions
} from "./Transactions.js"
export { type TransactionProblem, TransactionUnusable } from "./TransactionUnusable.js"
export { afterTransaction, whenEnded } from "./whenEnded.js"
