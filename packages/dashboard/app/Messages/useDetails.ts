import type { Email, EmailSummary } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client, makeTurns } from "../Client/index.js"
import { saysAll } from "./progress.js"

const inTurn = makeTurns()

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
      inTurn(async () => {
        const { failure_code, scheduled_at } = await client.emails.get(id, { signal })
        return { failure_code, scheduled_at }
      }, signal),
    enabled: !saysAll(status),
    staleTime: Infinity,
    gcTime: keptMillis,
    retry: false
  }).data
