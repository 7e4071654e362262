import { mountUrl } from "../Client/index.js"
import { Card, Code, Empty } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import styles from "./messages.module.css"
import { useMessageTexts } from "./useMessageTexts.js"

const command = (): string => `curl ${new URL("v1/emails/send", mountUrl).href} \\
  -H "Authorization: Bearer $TELEMARK_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"to": "you@example.com", "subject": "Hello", "html": "<p>It works.</p>"}'`

/** What a list of messages says that has none yet. */
export const FirstMail = () => {
  const texts = useMessageTexts()
  const may = useMay()
  return (
    <Card>
      <Empty title={texts.firstTitle}>
        <p>{texts.first}</p>
        <div class={styles["first"]}><Code text={command()} what={texts.firstCode} /></div>
        {may("apikey:manage") ? <Link to="/api-keys">{texts.toKeys}</Link> : null}
      </Empty>
    </Card>
  )
}
