import type { EmailStatus } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { client } from "../Client/index.js"
import { Loading, Notice, Page, Problem, Sentence, StatusBadge } from "../Parts/index.js"
import { Link, useParams } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { useFormats } from "../Texts/index.js"
import { MessageActions } from "./MessageActions.js"
import { MessageContent } from "./MessageContent.js"
import { MessageFacts } from "./MessageFacts.js"
import { MessageTimeline } from "./MessageTimeline.js"
import styles from "./messages.module.css"
import { isUnderWay, stateOf } from "./progress.js"
import { useContent } from "./useContent.js"
import { useMessageTexts } from "./useMessageTexts.js"

/**
 * How often a message is asked for, in milliseconds: while it is under way, and once only reports
 * of others may follow.
 */
const refreshedUnderWay = 3_000
const refreshedAfterwards = 30_000

/** One message: what became of it and why, what is known of it, and what it says. */
const MessagePage = () => {
  const { id = "" } = useParams()
  const texts = useMessageTexts()
  const formats = useFormats()
  const may = useMay()
  const refetchInterval = (status: EmailStatus | undefined): number =>
    status !== undefined && isUnderWay(status) ? refreshedUnderWay : refreshedAfterwards
  const email = useQuery({
    queryKey: ["emails", "get", id],
    queryFn: () => client.emails.get(id),
    refetchInterval: ({ state }) => refetchInterval(state.data?.status)
  })
  const timeline = useQuery({
    queryKey: ["emails", "events", id],
    queryFn: () => client.emails.events(id),
    refetchInterval: ({ state }) => refetchInterval(state.data?.status)
  })
  const content = useContent(id)
  const recipient = email.data?.recipient_email ?? ""
  const check = useQuery({
    queryKey: ["suppressions", "check", recipient],
    queryFn: () => client.suppressions.check(recipient),
    enabled: recipient !== "" && may("suppression:read")
  })
  const back = <Link to="/messages">{texts.backToList}</Link>

  if (email.isPending || timeline.isPending)
    return (
      <Page title={texts.loadingMessage} description={back}>
        <Loading />
      </Page>
    )
  if (email.isError || timeline.isError) {
    return (
      <Page title={texts.loadingMessage} description={back}>
        <Problem
          error={email.error ?? timeline.error}
          onRetry={() => {
            void email.refetch()
            void timeline.refetch()
          }}
        />
      </Page>
    )
  }
  const { data } = email
  return (
    <Page
      title={data.subject === "" ? texts.noSubject : data.subject}
      description={back}
      actions={<MessageActions key={id} email={data} check={check.data} />}
    >
      <div class={`card card-body ${styles["verdict"] ?? ""}`}>
        <StatusBadge status={stateOf(data, Date.now())} />
        <p>
          <Sentence text={timeline.data.summary} />
        </p>
      </div>
      {check.data?.suppressed === true ? (
        <Notice tone="warn">
          {texts.suppressed(check.data.reason, formats.short(check.data.since))}
        </Notice>
      ) : null}
      <div class={styles["grid"]}>
        <MessageContent key={id} id={id} content={content} />
        <div class={styles["side"]}>
          <MessageTimeline email={data} entries={timeline.data.data} />
          <MessageFacts email={data} />
        </div>
      </div>
    </Page>
  )
}

export default MessagePage
