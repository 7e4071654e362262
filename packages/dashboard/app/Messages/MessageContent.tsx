import { ContentRemoved, type EmailContent } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Card, Copy, Loading, Notice, Problem, Table, Tabs } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { Attachments } from "./Attachments.js"
import { LongText } from "./LongText.js"
import styles from "./messages.module.css"
import { Preview } from "./Preview.js"
import { Source } from "./Source.js"
import { useMessageTexts } from "./useMessageTexts.js"

const names = ["preview", "text", "headers", "source", "attachments"] as const
type Tab = (typeof names)[number]

const Headers = ({ headers }: EmailContent) => {
  const texts = useMessageTexts()
  return (
    <Table label={texts.tabs.headers} rows={headers.map((header, place) => ({ ...header, place }))} keyOf={({ place }) => place} columns={[
      { name: texts.headerName, cell: ({ name }) => <span class="nowrap">{name}</span> },
      { name: texts.headerValue, cell: ({ value }) => <code class={styles["value"]}>{value}</code> }
    ]} />
  )
}

const Text = ({ text }: EmailContent) => {
  const texts = useMessageTexts()
  return text === null || text === "" ? <p class="muted">{texts.noText}</p> : (
    <>
      <div><Copy text={text} what={texts.textOf} /></div>
      <LongText text={text} what={texts.textOf} />
    </>
  )
}

/** What a message says, in tabs. */
export const MessageContent = ({ id }: { readonly id: string }) => {
  const texts = useMessageTexts()
  const { change, parameters } = useParameters()
  // Not among the queries of `emails`, which events let ask again: what a message says never changes.
  const content = useQuery({ queryKey: ["contents", "content", id], queryFn: () => client.emails.content(id), staleTime: Infinity })
  if (content.isPending) return <Card title={texts.content}><Loading /></Card>
  if (content.isError) {
    return (
      <Card title={texts.content}>
        {content.error instanceof ContentRemoved ? <Notice><strong>{texts.removedTitle}</strong><span>{content.error.message}</span></Notice> : <Problem error={content.error} onRetry={() => void content.refetch()} />}
      </Card>
    )
  }
  const { data } = content
  const first: Tab = data.html === null ? "text" : "preview"
  const chosen = names.find((name) => name === parameters.get("tab")) ?? first
  const title = (name: Tab): string => name === "attachments" && data.attachments.length > 0 ? `${texts.tabs[name]} (${String(data.attachments.length)})` : texts.tabs[name]
  return (
    <Card title={texts.content}>
      <Tabs label={texts.content} chosen={chosen} tabs={names.map((name) => [name, title(name)] as const)} onChoose={(tab) => { change({ tab: tab === first ? "" : tab }) }}>
        <div class={styles["panel"]}>
          {chosen === "preview" ? <Preview key={id} content={data} /> : null}
          {chosen === "text" ? <Text {...data} /> : null}
          {chosen === "headers" ? <Headers {...data} /> : null}
          {chosen === "source" ? <Source id={id} /> : null}
          {chosen === "attachments" ? <Attachments content={data} /> : null}
        </div>
      </Tabs>
    </Card>
  )
}
