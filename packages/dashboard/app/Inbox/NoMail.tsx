import { Card, Code, Empty } from "../Parts/index.js"
import { Link } from "../Routing/index.js"
import { useMay } from "../Session/index.js"
import { sendCommand } from "../Messages/sendCommand.js"
import styles from "./inbox.module.css"
import { useInboxTexts } from "./useInboxTexts.js"

/** What the inbox says that has nothing in it: how mail gets there. */
export const NoMail = () => {
  const texts = useInboxTexts()
  const may = useMay()
  return (
    <Card>
      <Empty title={texts.emptyTitle}>
        <p>{texts.empty}</p>
        <div class={styles["first"]}>
          <Code text={sendCommand()} what={texts.emptyCode} />
        </div>
        {may("apikey:manage") ? <Link to="/api-keys">{texts.toKeys}</Link> : null}
      </Empty>
    </Card>
  )
}
