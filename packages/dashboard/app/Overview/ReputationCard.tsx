import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Badge, Card, Loading, Problem, Table } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { refreshed } from "./refreshed.js"
import { useOverviewTexts } from "./useOverviewTexts.js"
import { useRate } from "./useRate.js"

const windows = ["hour", "day", "week"] as const
const tones = { ok: "good", warn: "warn", pause: "bad" } as const

/** The rates by which mailbox providers judge a sender. */
export const ReputationCard = () => {
  const texts = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  const reputation = useQuery({ queryKey: ["reputation"], queryFn: () => client.reputation.get(), ...refreshed })
  if (reputation.isPending) return <Card title={texts.reputation}><Loading /></Card>
  if (reputation.isError) return <Card title={texts.reputation}><Problem error={reputation.error} onRetry={() => void reputation.refetch()} /></Card>
  const figures = reputation.data
  return (
    <Card title={texts.reputation} flush>
      <Table label={texts.reputation} rows={windows} keyOf={(window) => window} columns={[
        { name: texts.window, cell: (window) => <span class="nowrap">{texts.windows[window]}</span> },
        { name: texts.figures.sent, numeric: true, cell: (window) => formats.number(figures[window].sent) },
        { name: texts.bounceRate, numeric: true, cell: (window) => percent(figures[window].bounce_rate) },
        { name: texts.complaintRate, numeric: true, cell: (window) => percent(figures[window].complaint_rate) },
        { name: texts.level, cell: (window) => <span><Badge tone={tones[figures[window].level]}>{texts.levels[figures[window].level]}</Badge></span> }
      ]} />
    </Card>
  )
}
