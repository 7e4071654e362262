import { mailOf } from "@telemark-tools/load"
import autocannon from "autocannon"

export interface Target {
  readonly port: number
  readonly keys: ReadonlyArray<string>
}

const connections = 50

/**
 * Loads a server with sends of one recipient and 10 kB html; answers its accepted sends per second.
 */
export const load = async (target: Target, seconds: number): Promise<number> => {
  let next = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${String(target.port)}/v1/emails/send`,
    method: "POST",
    connections,
    duration: seconds,
    body: JSON.stringify({ to: "ada@example.com", ...mailOf(1) }),
    setupClient: (client) => {
      const key = target.keys[next++ % target.keys.length] ?? ""
      client.setHeaders({ "content-type": "application/json", authorization: `Bearer ${key}` })
    }
  })
  const refused = result.non2xx + result.errors
  if (refused > 0)
    throw new Error(`${String(refused)} of ${String(result.requests.total)} sends were refused`)
  return result.requests.total / result.duration
}
