import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Card, Loading, Page, Problem } from "../Parts/index.js"
import { useFormats, useTexts } from "../Texts/index.js"

/** How the tenant's mail fares. */
const OverviewPage = () => {
  const texts = useTexts()
  const formats = useFormats()
  const summary = useQuery({ queryKey: ["analytics", "summary", "30d"], queryFn: () => client.analytics.summary("30d") })
  return (
    <Page title={texts.pages.overview}>
      {summary.isPending ? <Loading /> : summary.isError ? <Problem error={summary.error} onRetry={() => void summary.refetch()} /> : (
        <Card><p>{formats.number(summary.data.total_sent)}</p></Card>
      )}
    </Page>
  )
}

export default OverviewPage
