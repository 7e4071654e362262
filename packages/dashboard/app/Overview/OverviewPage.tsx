import type { AnalyticsSeries } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { isPeriod } from "@telemark/contract"
import { lazy, Suspense } from "preact/compat"
import { actingFor, client } from "../Client/index.js"
import { Card, Loading, Page, Problem } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useTexts } from "../Texts/index.js"
import { AttentionCard } from "./AttentionCard.js"
import { DiagnosisCard } from "./DiagnosisCard.js"
import { Engagement, Figures } from "./Figures.js"
import { isUnused } from "./figures.js"
import { FirstSteps } from "./FirstSteps.js"
import styles from "./overview.module.css"
import { defaultPeriod, PeriodSwitch } from "./PeriodSwitch.js"
import { QueueCard } from "./QueueCard.js"
import { refreshed } from "./refreshed.js"
import { ReputationCard } from "./ReputationCard.js"
import { withMail } from "./seriesData.js"
import { SeriesTable } from "./SeriesTable.js"
import { useOverviewTexts } from "./useOverviewTexts.js"

// Its library is loaded beside the first numbers.
const SeriesChart = lazy(() => import("./SeriesChart.js"))

/** The chart and its numbers; with mail in one bar alone, a line says so instead. */
const Series = ({ series }: { readonly series: AnalyticsSeries }) => {
  const texts = useOverviewTexts()
  const [first, second] = withMail(series.data)
  if (second === undefined)
    return (
      <div class={styles["quiet"]}>
        <strong>{first === undefined ? texts.noMail : texts.tooEarly[series.interval]}</strong>
        <span class="muted">{texts.tooEarlyHint}</span>
      </div>
    )
  return (
    <div class="stack">
      <Suspense fallback={<Loading />}>
        <SeriesChart series={series} />
      </Suspense>
      <SeriesTable series={series} />
    </div>
  )
}

/** How the tenant's mail fares, and what needs attention. */
const OverviewPage = () => {
  const shared = useTexts()
  const texts = useOverviewTexts()
  const may = useMay()
  const { change, parameters } = useParameters()
  const asked = parameters.get("period") ?? ""
  const period = isPeriod(asked) ? asked : defaultPeriod
  const summary = useQuery({
    queryKey: ["analytics", "summary", period],
    queryFn: () => client.analytics.summary(period),
    ...refreshed
  })
  const series = useQuery({
    queryKey: ["analytics", "series", period],
    queryFn: () => client.analytics.series(period),
    ...refreshed
  })
  const isNew = summary.data !== undefined && isUnused(summary.data)
  return (
    <Page
      title={shared.pages.overview}
      {...(isNew
        ? {}
        : {
            actions: (
              <PeriodSwitch
                chosen={period}
                onChoose={(next) => {
                  change({ period: next === defaultPeriod ? "" : next })
                }}
              />
            )
          })}
    >
      <AttentionCard />
      {isNew ? (
        <FirstSteps />
      ) : (
        <>
          {summary.isPending ? (
            <Loading />
          ) : summary.isError ? (
            <Problem error={summary.error} onRetry={() => void summary.refetch()} />
          ) : (
            <Figures summary={summary.data} />
          )}
          <Card title={texts.chartTitle}>
            {series.isPending ? (
              <Loading />
            ) : series.isError ? (
              <Problem error={series.error} onRetry={() => void series.refetch()} />
            ) : (
              <Series key={period} series={series.data} />
            )}
          </Card>
          {summary.data === undefined ? null : <Engagement summary={summary.data} />}
          <div class={styles["pair"]}>
            <QueueCard period={period} />
            <ReputationCard />
          </div>
        </>
      )}
      {may("tenant:manage") && actingFor() === undefined ? <DiagnosisCard /> : null}
    </Page>
  )
}

export default OverviewPage
