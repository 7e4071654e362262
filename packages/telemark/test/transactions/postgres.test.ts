import { drizzleHost, kyselyHost, pgHost, postgresJsHost, prismaHost } from "./postgresHosts.js"
import { describeTransactionalSend } from "./suite.js"

describeTransactionalSend("a client of pg", pgHost)
describeTransactionalSend("Drizzle on Postgres", drizzleHost)
describeTransactionalSend("Drizzle over postgres.js", postgresJsHost)
describeTransactionalSend("Kysely on Postgres", kyselyHost)
describeTransactionalSend("Prisma on Postgres", prismaHost)
