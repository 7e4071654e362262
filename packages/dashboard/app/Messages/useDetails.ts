import type { Email, EmailSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { makeTurns } from "./makeTurns.js"
import { saysAll } from "./progress.js"

/** Requests at once for one person: the server has others to serve. */
const atOnce = 4
const inTurn = makeTurns(atOnce)

/** How long what was found is kept while its list isn't shown, in milliseconds. */
const keptMillis = 3_600_000

/**
 * What a message's entry in a list leaves out of its state; undefined until it is known. Not among
 * the queries of `emails`, which events let ask again: it stays the same as long as the status.
 */
export const useDetails = ({
  id,
  status
}: EmailSummary): Pick<Email, "scheduled_at" | "failure_code"> | undefined =>
  useQuery({
    queryKey: ["details", "get", id, status],
    queryFn: ({ signal }) =>
      inTurn(signal, async () => {
        const { failure_code, scheduled_at } = await client.emails.get(id, { signal })
        return { failure_code, scheduled_at }
      }),
    enabled: !saysAll(status),
    staleTime: Infinity,
    gcTime: keptMillis,
    retry: false
  }).data
