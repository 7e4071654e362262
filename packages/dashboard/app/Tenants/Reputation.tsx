import type { ReputationSummary } from "@telemark/client"
import { LevelBadge, ReputationTable } from "../Overview/ReputationTable.js"
import { useOverviewTexts } from "../Overview/useOverviewTexts.js"
import { useRate } from "../Overview/useRate.js"
import { Card, Table } from "../Parts/index.js"
import { useFormats } from "../Texts/index.js"
import { useTenantTexts } from "./useTenantTexts.js"

/** How receivers take a tenant's mail, in all and by domain. */
export const Reputation = ({ reputation }: { readonly reputation: ReputationSummary }) => {
  const texts = useTenantTexts()
  const figures = useOverviewTexts()
  const formats = useFormats()
  const percent = useRate()
  return (
    <>
      <Card flush title={texts.reputation} actions={<LevelBadge level={reputation.level} />}>
        <ReputationTable figures={reputation} />
      </Card>
      {reputation.domains.length === 0 ? null : (
        <Card flush title={texts.domains}>
          <Table
            label={texts.domains}
            rows={reputation.domains}
            keyOf={({ domain }) => domain}
            columns={[
              { name: texts.domain, cell: ({ domain }) => domain },
              {
                name: figures.figures.sent,
                numeric: true,
                cell: ({ week }) => formats.number(week.sent)
              },
              {
                name: figures.bounceRate,
                numeric: true,
                cell: ({ week }) => percent(week.bounce_rate)
              },
              {
                name: figures.complaintRate,
                numeric: true,
                cell: ({ week }) => percent(week.complaint_rate)
              },
              {
                name: figures.level,
                cell: ({ level }) => (
                  <span>
                    <LevelBadge level={level} />
                  </span>
                )
              }
            ]}
          />
        </Card>
      )}
    </>
  )
}
