import { type Context, Duration, Effect, Either } from "effect"
import { ConnectFailed } from "../Connection/index.js"
import type { Answer, Dns, DnsTrouble } from "../Dns/index.js"

const recordsOf = (answer: Either.Either<Answer<string>, DnsTrouble>): ReadonlyArray<string> =>
  Either.isRight(answer) && answer.right._tag === "Found" ? answer.right.records : []

/**
 * All addresses of a name in DNS, IPv4 first. If one of the two look-ups fails, the result of the
 * other is used.
 */
export const dnsAddresses =
  (dns: Context.Tag.Service<Dns>) =>
  (name: string, timeoutMillis: number): Effect.Effect<ReadonlyArray<string>, ConnectFailed> =>
    Effect.flatMap(dns.resolver, ({ a, aaaa }) =>
      Effect.all([Effect.either(a(name)), Effect.either(aaaa(name))], { concurrency: 2 })
    ).pipe(
      Effect.scoped,
      Effect.timeout(Duration.millis(timeoutMillis)),
      Effect.mapBoth({
        onSuccess: (answers) => answers.flatMap(recordsOf),
        onFailure: () => new ConnectFailed({ reason: "dns" })
      })
    )
