import type { TenantEvent } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { client } from "../Client/index.js"
import {
  Button,
  Card,
  Loading,
  Problem,
  Timeline,
  TimelineEntry,
  type Tone
} from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useFormats } from "../Texts/index.js"
import { useTenantTexts } from "./useTenantTexts.js"

const tones: Readonly<Record<TenantEvent["type"], Tone>> = {
  "tenant.paused": "bad",
  "tenant.resumed": "good",
  "tenant.warned": "warn"
}

/** So many are shown at first. */
const few = 6

const useTenantEvents = () =>
  useQuery({ queryKey: ["tenants", "events"], queryFn: () => client.tenants.events() })

const Entries = ({
  events,
  isNamed
}: {
  readonly events: ReadonlyArray<TenantEvent>
  readonly isNamed: boolean
}) => {
  const texts = useTenantTexts()
  const formats = useFormats()
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? events : events.slice(0, few)
  return (
    <div class="stack">
      <Timeline>
        {shown.map(({ created_at, domain, explanation, id, note, reason, tenant, type }) => (
          <TimelineEntry
            key={id}
            at={created_at}
            tone={tones[type]}
            name={
              isNamed ? (
                <b>
                  <Link to={`/tenants/${encodeURIComponent(tenant)}`}>{tenant}</Link>:{" "}
                  {texts.eventTypes[type]}
                </b>
              ) : (
                <b>{texts.eventTypes[type]}</b>
              )
            }
            facts={[
              ...(reason === undefined ? [] : [[texts.reason, texts.reasons[reason]] as const]),
              ...(domain === undefined ? [] : [[texts.domain, domain] as const]),
              ...(explanation === undefined ? [] : [[texts.explanation, explanation] as const]),
              ...(note === undefined ? [] : [[texts.note, note] as const])
            ]}
          />
        ))}
      </Timeline>
      {shown.length === events.length ? null : (
        <div>
          <Button
            small
            onClick={() => {
              setWhole(true)
            }}
          >
            {texts.showAll(formats.number(events.length))}
          </Button>
        </div>
      )}
    </div>
  )
}

/** What happened lately to all tenants. */
export const RecentEvents = () => {
  const texts = useTenantTexts()
  const events = useTenantEvents()
  return (
    <Card title={texts.events}>
      {events.isPending ? (
        <Loading />
      ) : events.isError ? (
        <Problem error={events.error} onRetry={() => void events.refetch()} />
      ) : events.data.data.length === 0 ? (
        <p class="muted">{texts.noEvents}</p>
      ) : (
        <Entries isNamed events={events.data.data} />
      )}
    </Card>
  )
}

/** What happened lately to one tenant. */
export const EventsOf = ({ tenant }: { readonly tenant: string }) => {
  const texts = useTenantTexts()
  const events = useTenantEvents()
  const own = events.data?.data.filter((event) => event.tenant === tenant) ?? []
  return (
    <Card title={texts.events}>
      {events.isPending ? (
        <Loading />
      ) : events.isError ? (
        <Problem error={events.error} onRetry={() => void events.refetch()} />
      ) : (
        <div class="stack">
          {own.length === 0 ? (
            <p class="muted">{texts.noEventsOf}</p>
          ) : (
            <Entries isNamed={false} events={own} />
          )}
          <p class="muted">{texts.eventsHint}</p>
        </div>
      )}
    </Card>
  )
}
