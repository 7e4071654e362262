import { startPostfix } from "@telemark-tools/postfix"

const { directory, pid } = await startPostfix()
process.stdout.write(`${JSON.stringify({ directory, pid })}\n`)
// Stays until it is killed.
process.stdin.resume()
