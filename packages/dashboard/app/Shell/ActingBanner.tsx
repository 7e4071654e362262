import { NotFound } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { actFor, actingFor, client } from "../Client/index.js"
import { Badge, Button } from "../Parts/index.js"
import { useSession } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"

/**
 * Says on every page for whom an operator acts, what matters of that tenant, and leads back.
 * Nothing while people act for themselves.
 */
export const ActingBanner = () => {
  const { acting } = useTexts()
  const { tenant: own } = useSession()
  const name = actingFor()
  const found = useQuery({
    queryKey: ["tenants", "get", name],
    queryFn: () => client.tenants.get(name ?? own),
    enabled: name !== undefined
  })
  if (name === undefined) return null
  const isGone = found.error instanceof NotFound
  return (
    <aside class="acting" aria-label={acting.label}>
      <p>
        <strong>{acting.as(name)}</strong>{" "}
        <span class={isGone ? "" : "acting-hint"}>{isGone ? acting.gone : acting.hint}</span>
      </p>
      {found.data === undefined || found.data.paused === null ? null : (
        <Badge tone="bad">{acting.paused}</Badge>
      )}
      <Button
        small
        onClick={() => {
          actFor(undefined, isGone ? "tenants" : `tenants/${encodeURIComponent(name)}`)
        }}
      >
        {acting.back(own)}
      </Button>
    </aside>
  )
}
