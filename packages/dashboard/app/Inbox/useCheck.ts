import type { EmailContent } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import type { Checks } from "./checks.js"
import { runCheck } from "./runCheck.js"

/** What a check finds in a mail. Kept, as its content is: neither changes. */
export const useCheck = <Name extends keyof Checks>(
  name: Name,
  id: string,
  content: EmailContent
) =>
  useQuery({
    queryKey: ["contents", name, id],
    queryFn: ({ signal }) => runCheck(name, content, signal),
    staleTime: Infinity,
    retry: false
  })
