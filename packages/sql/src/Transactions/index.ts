export { layerTransactions } from "./Transactions.js"
