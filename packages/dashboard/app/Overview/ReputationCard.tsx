import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Card, Loading, Problem } from "../Parts/index.js"
import { refreshed } from "./refreshed.js"
import { ReputationTable } from "./ReputationTable.js"
import { useOverviewTexts } from "./useOverviewTexts.js"

/** The rates by which mailbox providers judge a sender. */
export const ReputationCard = () => {
  const texts = useOverviewTexts()
  const reputation = useQuery({
    queryKey: ["reputation"],
    queryFn: () => client.reputation.get(),
    ...refreshed
  })
  if (reputation.isPending)
    return (
      <Card title={texts.reputation}>
        <Loading />
      </Card>
    )
  if (reputation.isError)
    return (
      <Card title={texts.reputation}>
        <Problem error={reputation.error} onRetry={() => void reputation.refetch()} />
      </Card>
    )
  return (
    <Card title={texts.reputation} flush>
      <ReputationTable figures={reputation.data} />
    </Card>
  )
}
