import { betterSqliteHost, kyselySqliteHost, prismaSqliteHost } from "./sqliteHosts.js"
import { describeTransactionalSend } from "./suite.js"

describeTransactionalSend("better-sqlite3", betterSqliteHost)
describeTransactionalSend("Kysely on SQLite", kyselySqliteHost)
describeTransactionalSend("Prisma on SQLite", prismaSqliteHost)
