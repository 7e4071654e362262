import type { InboxMail } from "@telemark/client"
import { useQuery } from "@tanstack/preact-query"
import { useState } from "preact/hooks"
import { Badge, Button, Card, Copy, Empty, Loading, Page, Problem, Time } from "../Parts/index.js"
import { Link, useLocation, useParams } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { MessageContent } from "../Messages/MessageContent.js"
import { useContent } from "../Messages/useContent.js"
import { Compatibility } from "./Compatibility.js"
import { findCaptured } from "./findCaptured.js"
import styles from "./inbox.module.css"
import { Links } from "./Links.js"
import { ReleaseDialog } from "./ReleaseDialog.js"
import { RemoveDialog } from "./RemoveDialog.js"
import { useInboxTexts } from "./useInboxTexts.js"

const Facts = ({ mail: { captured_at, from, id, released, to } }: { readonly mail: InboxMail }) => {
  const texts = useInboxTexts()
  return (
    <Card>
      <dl class={styles["facts"]}>
        <div>
          <dt>{texts.from}</dt>
          <dd>{from}</dd>
        </div>
        <div>
          <dt>{texts.to}</dt>
          <dd>{to}</dd>
        </div>
        <div>
          <dt>{texts.captured}</dt>
          <dd>
            <Time at={captured_at} />
          </dd>
        </div>
        {released === null ? null : (
          <div>
            <dt>
              <Badge tone="info">{texts.released}</Badge>
            </dt>
            <dd>
              {released.to} · <Time at={released.at} />
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.id}</dt>
          <dd class="row">
            <code class={styles["id"]}>{id}</code>
            <Copy text={id} what={texts.id} />
          </dd>
        </div>
      </dl>
    </Card>
  )
}

/** One captured mail: from whom, to whom and when, what it says, and what may go wrong with it. */
const CapturedPage = () => {
  const { id = "" } = useParams()
  const texts = useInboxTexts()
  const may = useMay()
  const [, navigate] = useLocation()
  const [asked, setAsked] = useState<"release" | "remove">()
  const close = (): void => {
    setAsked(undefined)
  }
  const captured = useQuery({ queryKey: ["inbox", "mail", id], queryFn: () => findCaptured(id) })
  const content = useContent(id, captured.data !== undefined && captured.data !== null)
  const back = <Link to="/inbox">{texts.back}</Link>

  if (captured.isPending)
    return (
      <Page title={texts.one} description={back}>
        <Loading />
      </Page>
    )
  if (captured.isError)
    return (
      <Page title={texts.one} description={back}>
        <Problem error={captured.error} onRetry={() => void captured.refetch()} />
      </Page>
    )
  const mail = captured.data
  const log = <Link to={`/messages/${encodeURIComponent(id)}`}>{texts.toLog}</Link>
  if (mail === null)
    return (
      <Page title={texts.one} description={back}>
        <Card>
          <Empty title={texts.goneTitle}>
            <p>{texts.gone}</p>
            {log}
          </Empty>
        </Card>
      </Page>
    )
  const actions = (
    <>
      {log}
      {may("email:send") ? (
        <Button
          look="danger"
          onClick={() => {
            setAsked("remove")
          }}
        >
          {texts.remove}
        </Button>
      ) : null}
      {may("email:send") ? (
        <Button
          look="primary"
          onClick={() => {
            setAsked("release")
          }}
        >
          {texts.release}
        </Button>
      ) : null}
    </>
  )
  return (
    <Page
      title={mail.subject === "" ? texts.noSubject : mail.subject}
      description={back}
      actions={actions}
    >
      <Facts mail={mail} />
      <MessageContent
        key={id}
        id={id}
        content={content}
        more={[
          {
            name: "links",
            title: texts.tabs.links,
            show: (said) => <Links id={id} content={said} />
          },
          {
            name: "compatibility",
            title: texts.tabs.compatibility,
            show: (said) => <Compatibility id={id} content={said} />
          }
        ]}
      />
      {asked === "release" ? <ReleaseDialog mail={mail} onClose={close} /> : null}
      {asked === "remove" ? (
        <RemoveDialog
          mail={mail}
          onClose={close}
          onRemoved={() => {
            navigate("/inbox")
          }}
        />
      ) : null}
    </Page>
  )
}

export default CapturedPage
