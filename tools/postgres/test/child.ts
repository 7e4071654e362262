import { startPostgres } from "@telemark-tools/postgres"

const { port, url } = await startPostgres({ settings: { fsync: "off" } })
process.stdout.write(`${JSON.stringify({ url, port })}\n`)
// Stays until it is killed.
process.stdin.resume()
