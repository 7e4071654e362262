import { Card, Code, Empty } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import styles from "./messages.module.css"
import { sendCommand } from "./sendCommand.js"
import { useMessageTexts } from "./useMessageTexts.js"

/** What a list of messages says that has none yet. */
export const FirstMail = () => {
  const texts = useMessageTexts()
  const may = useMay()
  return (
    <Card>
      <Empty title={texts.firstTitle}>
        <p>{texts.first}</p>
        <div class={styles["first"]}>
          <Code text={sendCommand()} what={texts.firstCode} />
        </div>
        {may("apikey:manage") ? <Link to="/api-keys">{texts.toKeys}</Link> : null}
      </Empty>
    </Card>
  )
}
