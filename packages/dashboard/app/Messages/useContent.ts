import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"

/**
 * What a message says. Not among the queries of `emails`, which events let ask again: it never
 * changes.
 */
export const useContent = (id: string, enabled = true) =>
  useQuery({
    queryKey: ["contents", "content", id],
    queryFn: () => client.emails.content(id),
    staleTime: Infinity,
    enabled
  })
