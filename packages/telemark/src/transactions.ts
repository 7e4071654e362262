/**
 * Adapters of Drizzle, Kysely and Prisma for `emails.send(request, { transaction })`. Imports none
 * of these libraries.
 */
export { drizzle, type DrizzleTransaction } from "./drizzle.js"
export { kysely, type KyselyTransaction } from "./kysely.js"
export { prisma, type PrismaTransaction } from "./prisma.js"
export type { WrappedTransaction } from "./transaction.js"
