import { Page, Tabs } from "../Parts/index.js"
import { useParameters } from "../Routing/index.js"
import { useTexts } from "../Texts/index.js"
import styles from "./feedbackSources.module.css"
import { Sources } from "./Sources.js"
import { Unmatched } from "./Unmatched.js"
import { useSourceTexts } from "./useSourceTexts.js"

/** Where reports about mail come from after it was sent, and those that fit no mail. */
const FeedbackSourcesPage = () => {
  const texts = useSourceTexts()
  const shared = useTexts()
  const { change, parameters } = useParameters()
  const tab = parameters.get("tab") === "unmatched" ? "unmatched" : "sources"
  return (
    <Page title={shared.pages.feedbackSources} description={texts.intro}>
      <Tabs
        label={texts.tabs}
        tabs={[
          ["sources", texts.sources],
          ["unmatched", texts.unmatched]
        ]}
        chosen={tab}
        onChoose={(name) => {
          change({ tab: name === "sources" ? "" : name, after: "" })
        }}
      >
        <div class={`stack ${styles["panel"] ?? ""}`}>
          {tab === "sources" ? <Sources /> : <Unmatched />}
        </div>
      </Tabs>
    </Page>
  )
}

export default FeedbackSourcesPage
