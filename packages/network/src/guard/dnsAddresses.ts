import { Duration, Effect, Result } from "effect"
import { ConnectFailed } from "../connection/ConnectFailed.js"
import type { Answer, Dns, DnsTrouble } from "../dns/Dns.js"

const recordsOf = (answer: Result.Result<Answer<string>, DnsTrouble>): ReadonlyArray<string> =>
  Result.isSuccess(answer) && answer.success._tag === "Found" ? answer.success.records : []

/**
 * All addresses of a name in DNS, IPv4 first. If one of the two look-ups fails, the result of the
 * other is used.
 */
export const dnsAddresses =
  (dns: Dns["Service"]) =>
  (name: string, timeoutMillis: number): Effect.Effect<ReadonlyArray<string>, ConnectFailed> =>
    Effect.flatMap(dns.resolver, ({ a, aaaa }) =>
      Effect.all([Effect.result(a(name)), Effect.result(aaaa(name))], { concurrency: 2 })
    ).pipe(
      Effect.scoped,
      Effect.timeout(Duration.millis(timeoutMillis)),
      Effect.mapBoth({
        onSuccess: (answers) => answers.flatMap(recordsOf),
        onFailure: () => new ConnectFailed({ reason: "dns" })
      })
    )
